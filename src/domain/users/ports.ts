import type { ApplicationPasswordStore } from "../ports/application-password-store.ts";
import type { Credentials } from "../ports/credentials.ts";
import type { RoleStore } from "../ports/role-store.ts";
import type { SessionStore } from "../ports/session-store.ts";
import type { UserStore } from "../ports/user-store.ts";

/** What the use cases of the built-in host work with. */
export type PeoplePorts = {
  readonly users: UserStore;
  readonly roles: RoleStore;
  readonly passwords: ApplicationPasswordStore;
  readonly sessions: SessionStore;
  readonly credentials: Credentials;
};
