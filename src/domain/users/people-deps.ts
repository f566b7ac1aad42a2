import type { Log } from "#lib/log";

import type { ApplicationPasswordStore } from "./application-password-store.ts";
import type { Credentials } from "../access/credentials.ts";
import type { FailedTries } from "../access/failed-tries.ts";
import type { RoleStore } from "./role-store.ts";
import type { SecondFactorStore } from "./second-factor-store.ts";
import type { ReadStanding } from "../access/standing.ts";
import type { SessionStore } from "../access/session-store.ts";
import type { SetupLinkStore } from "./setup-link-store.ts";
import type { WebAuthn } from "../access/webauthn.ts";
import type { PasskeyStore } from "./passkey-store.ts";
import type { Totp } from "../access/totp.ts";
import type { UserStore } from "./user-store.ts";

/** The dependencies of the use cases of the built-in host. */
export type PeopleDeps = {
  readonly users: UserStore;
  readonly roles: RoleStore;
  readonly passwords: ApplicationPasswordStore;
  readonly sessions: SessionStore;
  readonly secondFactors: SecondFactorStore;
  readonly passkeys: PasskeyStore;
  readonly setupLinks: SetupLinkStore;
  readonly credentials: Credentials;
  readonly totp: Totp;
  readonly webauthn: WebAuthn;
  readonly readStanding: ReadStanding;
  /** Milliseconds since 1970 by the database's clock. */
  readonly now: () => number;
  readonly log: Log;
};

export type SignInDeps = PeopleDeps & {
  /**
   * Counts failed sign-ins; separate from the one for application passwords, so that an attacker at the sign-in page
   * does not block someone's API calls.
   */
  readonly tries: FailedTries;
  /** Counts failed sign-ins of each user, whatever was typed for the name. */
  readonly guesses: FailedTries;
  /**
   * Counts challenges of passkeys that were not answered: each is a row in the database. Separate from `tries`, because
   * merely viewing the page requests one.
   */
  readonly unanswered: FailedTries;
};
