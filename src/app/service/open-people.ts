import { randomBytes } from "node:crypto";

import type { Credentials } from "#domain/access/credentials";
import { failedTries } from "#domain/access/failed-tries";
import type { CustomerStore } from "#domain/users/customer-store";
import type { Commerce } from "#domain/access/host";
import { IDLE_SECONDS } from "#domain/users/open-session";
import type { UserStore } from "#domain/users/user-store";
import { people, type People } from "#domain/users/people";
import { builtinCommerce } from "#commerce/builtin";
import { builtinHost, type BuiltinHost } from "#hosts/builtin";
import { builtinCredentials } from "#hosts/builtin/credentials";
import { builtinTotp } from "#hosts/builtin/totp";
import { builtinWebAuthn } from "#hosts/builtin/webauthn";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";
import type { Db } from "#store/database";
import { applicationPasswordQueries } from "#store/queries/people/application-passwords";
import { customerQueries } from "#store/queries/people/customers";
import { passkeyQueries } from "#store/queries/people/passkeys";
import { roleQueries } from "#store/queries/people/roles";
import { secondFactorQueries } from "#store/queries/people/second-factors";
import { sessionQueries } from "#store/queries/people/sessions";
import { setupLinkQueries } from "#store/queries/people/setup-links";
import { standingQuery } from "#store/queries/people/standing";
import { userQueries } from "#store/queries/people/users";

import type { SecretKey } from "../config/secret-key.ts";

export type OpenPeople = {
  readonly host: BuiltinHost;
  readonly people: People;
  readonly credentials: Credentials;
  readonly users: UserStore;
  readonly customers: CustomerStore;
  readonly commerce: Commerce;
};

/** The built-in host platform and its shop's customers. */
export async function openPeople(
  db: Db,
  key: SecretKey,
  tools: { clock: Clock; log: Log; webhooks: () => void },
): Promise<OpenPeople> {
  const listeners: (() => void)[] = [];
  const changed = (): void => listeners.forEach((listener) => listener());
  const users = userQueries(db, { changed, webhooks: tools.webhooks });
  const roles = roleQueries(db, changed);
  const passwords = applicationPasswordQueries(db, changed);
  const customers = customerQueries(db);
  const secrets = { derive: key.derive, randomBytes };
  const credentials = builtinCredentials(secrets);
  const tries = failedTries({ clock: tools.clock });
  const host = builtinHost({ users, roles, passwords }, { credentials, tries, clock: tools.clock, log: tools.log });
  listeners.push(host.changed);
  return {
    host,
    credentials,
    users,
    // Sign-ins are limited separately: guesses of web passwords must not block someone's API calls.
    people: people({
      users,
      roles,
      passwords,
      sessions: sessionQueries(db),
      secondFactors: secondFactorQueries(db),
      passkeys: passkeyQueries(db),
      setupLinks: setupLinkQueries(db),
      credentials,
      totp: builtinTotp(secrets),
      webauthn: builtinWebAuthn(),
      readStanding: standingQuery(db, IDLE_SECONDS, host),
      now: db.now,
      log: tools.log,
      tries: failedTries({ clock: tools.clock }),
      guesses: failedTries({ clock: tools.clock }),
      unanswered: failedTries({ clock: tools.clock }),
    }),
    customers,
    commerce: builtinCommerce(customers),
  };
}
