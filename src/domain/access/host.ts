import type { Caller, Capability } from "./capability.ts";
import type { PlatformSignIn } from "./platform-sign-in.ts";
import type { ProxiedCallReader } from "./proxied-calls.ts";

/** A person of the host platform, as a recipient. `phone` is as the platform stores it, not yet E.164. */
export type Contact = {
  readonly id: number;
  readonly phone: string | null;
  /** ISO 3166 code of the country of a number without a plus sign. Default: the site's. */
  readonly country?: string | null;
  /** Absent or null: not known. */
  readonly name?: string | null;
};

/** A user as shown in the results of a search by name. */
export type FoundUser = Contact & { readonly name: string; readonly username: string };

/** `label`: as people read it. */
export type NamedRole = { readonly name: string; readonly label: string };

/** A user as shown to themselves. */
export type ShownUser = { readonly name: string; readonly email: string | null; readonly roles: readonly string[] };

export type ContactPage = { readonly contacts: readonly Contact[]; readonly next: string | null };

/** Options of a lookup. */
export type LookUpOptions = {
  /** The platform is waiting for the response to this call: only what is already known is returned. */
  readonly hostBlocked?: boolean;
};

/**
 * The platform that owns users, roles, capabilities and application passwords. It declares further abilities by
 * implementing the optional members.
 *
 * Every function throws `DomainError("host_unavailable")` if the platform cannot be reached, after a timeout of its
 * own: that never means "no". `DomainError("no_phone_numbers")` means that it can be reached and stores no numbers.
 */
export type Host = {
  /** As it appears in `Caller.principal`: "builtin", "wordpress". */
  readonly name: string;
  /**
   * Checks a user name (or e-mail) with an application password. null: they do not match, for any reason. Too many
   * failures throw `DomainError("too_many_requests")`.
   */
  authenticate(user: string, password: string, ip: string): Promise<Caller | null>;
  /** The users that exist among `ids`, each once. */
  users(ids: readonly number[]): Promise<readonly Contact[]>;
  /** The role names that exist among `names`, compared without case, as the platform spells them. */
  roles(names: readonly string[], options?: LookUpOptions): Promise<readonly string[]>;
  /**
   * Everyone in any of the roles, page by page, each person once. A cursor is a string that outlives the process;
   * people who are added or removed meanwhile do not cause others to be skipped.
   */
  usersInRoles(roles: readonly string[], cursor: string | null, limit: number): Promise<ContactPage>;

  /** All roles; null: the platform does not list them, or not while it waits. */
  readonly listRoles?: (options?: LookUpOptions) => Promise<readonly NamedRole[] | null>;
  /**
   * Users whose name or e-mail address contains the text, ordered by id. null: the platform cannot search at the
   * moment, or does not let the caller see its users.
   */
  readonly search?: (text: string, limit: number, caller: Caller) => Promise<readonly FoundUser[] | null>;
  /** The user behind a cookie of our own pages. */
  readonly sessionOf?: (cookie: string | undefined) => Promise<Caller | null>;
  /** How a user is shown; null: there is no such user. Absent: the platform is not queried for that. */
  readonly account?: (id: number) => Promise<ShownUser | null>;
  /**
   * The name of a user who may do something here; null: there is none, or the platform does not tell. Absent: it never
   * does.
   */
  readonly nameOf?: (id: number) => Promise<string | null>;
  /** The caller for a user whom the surrounding program has authenticated; null: there is no such user. */
  readonly callerOf?: (id: number) => Promise<Caller | null>;
  /**
   * What a caller of this platform may do now, whichever credentials they used; null: these, or their account, have
   * ended.
   */
  readonly standingOf?: (caller: Pick<Caller, "userId" | "passwordId">) => Promise<ReadonlySet<Capability> | null>;
  /**
   * What a user may do now; null: there is no such user any more; undefined: the platform does not tell. Absent: it
   * never does.
   */
  readonly rightsOf?: (id: number) => Promise<ReadonlySet<Capability> | null | undefined>;
  /** Signing in to our pages with the platform's accounts; absent: they are not offered to its users. */
  readonly signIn?: PlatformSignIn;
  /** Calls that the platform proxies. */
  readonly proxied?: ProxiedCallReader;
  /** Where people manage what our own routes manage for the built-in host; absent if our routes do. */
  readonly managedBy?: { readonly users: string; readonly roles: string; readonly applicationPasswords: string };
};

/** The shop on the platform. */
export type Commerce = {
  readonly name: string;
  customers(cursor: string | null, limit: number): Promise<ContactPage>;
  /** Customers with an account whose name contains the text. */
  readonly search?: (text: string, limit: number) => Promise<readonly Contact[]>;
};
