import type { Caller } from "../access/capability.ts";

/** A person of the host platform, as a recipient. `phone` is as the platform stores it, not yet E.164. */
export type Contact = { readonly id: number; readonly phone: string | null };

export type ContactPage = { readonly contacts: readonly Contact[]; readonly next: string | null };

/** The platform that owns users, roles, capabilities and application passwords. */
export type Host = {
  readonly name: string;
  /**
   * Checks a user name (or e-mail) with an application password. null: no such pair, for whatever reason.
   * Throws `Fault("host_unavailable")` where the platform cannot be asked; that is never a "no".
   */
  authenticate(user: string, password: string, ip: string): Promise<Caller | null>;
  /** The users that exist among `ids`. */
  users(ids: readonly number[]): Promise<readonly Contact[]>;
  /** The role names that exist among `names`, compared without case, as the platform spells them. */
  roles(names: readonly string[]): Promise<readonly string[]>;
  /** Everybody in any of the roles, page by page, each person once. */
  usersInRoles(roles: readonly string[], cursor: string | null, limit: number): Promise<ContactPage>;
};

/** The shop beside the platform. */
export type Commerce = {
  readonly name: string;
  customers(cursor: string | null, limit: number): Promise<ContactPage>;
};
