import type { Caller } from "./capability.ts";
import type { ProxiedCallReader } from "./proxied-calls.ts";

/** A person of the host platform, as a recipient. `phone` is as the platform stores it, not yet E.164. */
export type Contact = {
  readonly id: number;
  readonly phone: string | null;
  /** ISO 3166 code of the country that a number without a plus belongs to. Absent: the site's. */
  readonly country?: string | null;
};

export type ContactPage = { readonly contacts: readonly Contact[]; readonly next: string | null };

/** How a look-up may be made. */
export type Asking = {
  /** The platform waits for the reply to the call that asks: only what is known already is told. */
  readonly hostBlocked?: boolean;
};

/**
 * The platform that owns users, roles, capabilities and application passwords. What it can besides, it declares by
 * having it: whatever is optional here.
 *
 * Every function throws `Fault("host_unavailable")` where the platform cannot be asked, in its own time: that is never
 * a "no". `Fault("no_phone_numbers")` says that it can be asked and keeps no numbers.
 */
export type Host = {
  /** As it stands in `Caller.principal`: "builtin", "wordpress". */
  readonly name: string;
  /**
   * Checks a user name (or e-mail) with an application password. null: no such pair, for whatever reason.
   * Whoever fails too often gets `Fault("too_many_requests")`.
   */
  authenticate(user: string, password: string, ip: string): Promise<Caller | null>;
  /** The users that exist among `ids`, each once. */
  users(ids: readonly number[]): Promise<readonly Contact[]>;
  /** The role names that exist among `names`, compared without case, as the platform spells them. */
  roles(names: readonly string[], asking?: Asking): Promise<readonly string[]>;
  /**
   * Everybody in any of the roles, page by page, each person once. A cursor is text that outlives the process; people
   * who come or go meanwhile make nobody else be skipped.
   */
  usersInRoles(roles: readonly string[], cursor: string | null, limit: number): Promise<ContactPage>;

  /** Users whose name, e-mail or number contains the text. */
  readonly search?: (text: string, cursor: string | null, limit: number) => Promise<ContactPage>;
  /** The user behind a cookie of our own pages. */
  readonly sessionOf?: (cookie: string | undefined) => Promise<Caller | null>;
  /** Calls that arrive by way of the platform. */
  readonly proxied?: ProxiedCallReader;
  /** Where a person finds what our own routes keep for the built-in host; absent: they keep it. */
  readonly managedBy?: { readonly users: string; readonly roles: string; readonly applicationPasswords: string };
};

/** The shop beside the platform. */
export type Commerce = {
  readonly name: string;
  customers(cursor: string | null, limit: number): Promise<ContactPage>;
};
