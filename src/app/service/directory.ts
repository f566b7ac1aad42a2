import type { Host } from "#domain/access/host";
import type { Platform } from "#domain/access/platform";
import type { ApplicationPasswords } from "#domain/users/application-passwords";
import type { NonceStore } from "#domain/access/nonce-store";
import type { People } from "#domain/users/people";
import type { PlatformSessions } from "#domain/users/platform-sessions";
import { platformSessionQueries } from "#store/queries/people/platform-sessions";
import { nonceQueries } from "#store/queries/platform/nonces";

import { allowedOutbound } from "../config/addresses.ts";
import { openCommerce, type OpenCommerce } from "./open-commerce.ts";
import { openPeople } from "./open-people.ts";
import { openPlatform } from "./open-platform.ts";
import { openProgram } from "./open-program.ts";
import { createOutbound, type Outbound } from "../outbound/outbound.ts";
import type { Node } from "./node.ts";
import type { Storage } from "./storage.ts";

export type Directory = {
  /** The gate through which all requests to addresses from callers go. */
  readonly outbound: Outbound;
  readonly outboundAllow: readonly string[];
  readonly host: Host;
  readonly people: People;
  /** Signing in to the console through the platform; null: only the service's own users sign in, if there are any. */
  readonly platformSessions: PlatformSessions | null;
  readonly nonces: NonceStore;
  /** Application passwords of the program's users; null: they are the service's own users', or the site's. */
  readonly platformPasswords: ApplicationPasswords | null;
  /** The program's users or their rights have changed: every node queries them again. */
  platformChanged(): void;
  readonly shop: OpenCommerce;
  close(): Promise<void>;
};

/** The users, and the customers of the shop: stored by the service itself, or queried from other platforms. */
export async function openDirectory(node: Node, { db, key }: Storage, program: Platform | null): Promise<Directory> {
  const { config, log, clock, random, bus } = node;
  const outboundAllow = allowedOutbound(config);
  const outbound = createOutbound({ allow: outboundAllow });
  const builtin = await openPeople(db, key, { clock, log, webhooks: () => bus.publish("webhooks") });
  const { people } = builtin;
  const nonces = nonceQueries(db);
  const notify = (): void => bus.broadcast("principals");
  const own = program && openProgram(program, { ...builtin, db, clock, log, notify });
  const { host, sessions, forget } =
    own ??
    openPlatform(config, {
      builtin: builtin.host,
      credentials: builtin.credentials,
      sessionStore: platformSessionQueries(db),
      sessionOf: people.sessionOf,
      outbound,
      clock,
      time: db,
      nonces,
      log,
      revoked: notify,
    });
  bus.subscribe("principals", forget);
  // Calls that the platform proxies find the names of its roles cached.
  if (host.managedBy && node.answers && !node.forCommand) void host.roles([]).catch(() => undefined);
  return {
    outbound,
    outboundAllow,
    host,
    people,
    platformSessions: sessions,
    nonces,
    platformPasswords: own && own.passwords,
    platformChanged: () => own?.changed(),
    shop: openCommerce(config, builtin, program, { fetch: outbound.trustedFetch, random, now: clock.now, log }),
    async close() {
      await builtin.host.settled();
      await own?.settled();
      await outbound.close();
    },
  };
}
