import type { ApplicationPasswordStore } from "./application-password-store.ts";
import type { Credentials } from "../access/credentials.ts";
import type { RoleStore } from "./role-store.ts";
import type { SessionStore } from "../access/session-store.ts";
import type { UserStore } from "./user-store.ts";

/** The dependencies of the use cases of the built-in host. */
export type PeopleDeps = {
  readonly users: UserStore;
  readonly roles: RoleStore;
  readonly passwords: ApplicationPasswordStore;
  readonly sessions: SessionStore;
  readonly credentials: Credentials;
};
