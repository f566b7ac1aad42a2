import type { Capability } from "./capability.ts";
import type { ContactPage, Contact, FoundUser, NamedRole } from "./host.ts";

/** A user of the platform as they are now. */
export type PlatformAccount = {
  /** A positive integer up to 2^53 - 1. */
  readonly id: number;
  /**
   * Distinguishes this user from an earlier one who had the same id and was deleted, as may happen on SQLite: for
   * example, the time of creation. A user who gets the id of an earlier one gets none of that user's application
   * passwords. Absent: ids are never reused.
   */
  readonly createdAt?: string;
  readonly username: string;
  /** Another name under which they may sign in; null: they have none. */
  readonly email: string | null;
  /** As shown to others. */
  readonly name: string;
  readonly roles: readonly string[];
  readonly capabilities: readonly Capability[];
};

/**
 * The users of a program that runs the service as a library. The service queries the program and keeps no list of
 * users; it manages their application passwords.
 *
 * A function that throws, or does not answer within ten seconds, means that the platform cannot be queried at the
 * moment, and never "no": callers get 503, and campaigns wait and continue.
 */
export type Platform = {
  /** 2 to 20 lower-case letters, which stay the same: principals begin with it ("payload:5"). */
  readonly name: string;
  /** null: there is no such user. */
  readonly account: (id: number) => Promise<PlatformAccount | null>;
  /** The users that exist among `ids`, each once. `phone` is as the platform stores it. */
  readonly users: (ids: readonly number[]) => Promise<readonly Contact[]>;
  readonly roles: () => Promise<readonly NamedRole[]>;
  /**
   * Users in any of the roles, each once, at most `limit` at a time. A cursor is a string that outlives the process;
   * users who are added or removed meanwhile must not cause others to be skipped.
   */
  readonly usersInRoles: (roles: readonly string[], cursor: string | null, limit: number) => Promise<ContactPage>;
  /** Users whose name contains the text, ordered by id; null: the caller, a user's id, may not see them. */
  readonly search?: (text: string, limit: number, caller: number) => Promise<readonly FoundUser[] | null>;
  /** The customers of its shop, as in `usersInRoles`; absent: it has no shop. */
  readonly customers?: (cursor: string | null, limit: number) => Promise<ContactPage>;
  /** Pages of the platform where users, and their roles, are managed. */
  readonly managedAt: { readonly users: string; readonly roles: string };
};
