import type { Credentials } from "#domain/access/credentials";
import { failedTries } from "#domain/access/failed-tries";
import type { Platform as Program } from "#domain/access/platform";
import { applicationPasswordsOf, type ApplicationPasswords } from "#domain/users/application-passwords";
import { platformPasswords, platformStanding } from "#domain/users/platform-passwords";
import type { UserStore } from "#domain/users/user-store";
import { programHost } from "#hosts/program";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";
import type { Db } from "#store/database";
import { platformPasswordQueries } from "#store/queries/people/platform-passwords";

import type { Platform } from "./open-platform.ts";

export type OpenProgram = Platform & {
  readonly passwords: ApplicationPasswords;
  /** Users, rights or passwords have changed: every node queries them again. */
  changed(): void;
  /** Resolves when the last uses of passwords recorded so far are written. */
  settled(): Promise<void>;
};

/**
 * The program's users as the platform.
 *
 * @param tools.notify notifies the other nodes of a change
 */
export function openProgram(
  program: Program,
  tools: {
    readonly db: Db;
    readonly credentials: Credentials;
    readonly users: Pick<UserStore, "exclusive" | "record">;
    readonly clock: Clock;
    readonly log: Log;
    readonly notify: () => void;
  },
): OpenProgram {
  const { db, credentials, users, clock, log, notify } = tools;
  const listeners = [notify];
  const changed = (): void => listeners.forEach((listener) => listener());
  const store = platformPasswordQueries(db, program.name, changed);
  const host = programHost(program, { passwords: store, credentials, tries: failedTries({ clock }), clock, log });
  listeners.push(host.forget);
  return {
    host: { ...host, standingOf: platformStanding({ account: host.recent, passwords: store }) },
    changed,
    sessions: null,
    forget: host.forget,
    settled: host.settled,
    passwords: applicationPasswordsOf(
      platformPasswords({ account: host.account, passwords: store, credentials, users }),
    ),
  };
}
