import type { Capability } from "../access/capability.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Contact } from "../access/host.ts";

/** A user of the built-in host. */
export type User = {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly phone: string | null;
  readonly roles: readonly string[];
  readonly locale: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type NewUser = {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly phone: Phone | null;
  readonly roles: readonly string[];
  readonly locale: string;
  readonly passwordHash: string | null;
};

export type UserChanges = Partial<Omit<NewUser, "username">>;

export type UserFilter = {
  readonly role?: string | undefined;
  /** Part of user name, e-mail, name or phone. */
  readonly search?: string | undefined;
  /** Only users with a greater id. */
  readonly after: number;
  readonly limit: number;
};

export type UserStore = {
  /**
   * One transaction during which nothing else can change users and roles: what a rule has counted stays true until the
   * change is committed.
   */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  find(id: number): Promise<User | null>;
  /** By user name or e-mail, without case. */
  findByLogin(login: string): Promise<(User & { readonly passwordHash: string | null }) | null>;
  /** Ordered by id. */
  list(filter: UserFilter): Promise<readonly User[]>;
  count(): Promise<number>;
  /** Whether anyone has a web password. */
  hasWebPasswords(): Promise<boolean>;
  /** The capabilities that can be granted: users with `svc_users` hold them, through any of their roles. */
  grantable(): Promise<readonly Capability[]>;
  /** Which of the two is already another user's. */
  taken(username: string | null, email: string | null, except?: number): Promise<"username" | "email" | null>;
  insert(user: NewUser): Promise<User>;
  update(id: number, changes: UserChanges): Promise<User | null>;
  remove(id: number): Promise<boolean>;
  /** Appends an event in the surrounding transaction. */
  record(kind: string, data: Readonly<Record<string, unknown>>): Promise<void>;

  contacts(ids: readonly number[]): Promise<readonly Contact[]>;
  /** Everyone in any of the roles with a greater id, ordered by id. */
  contactsInRoles(roles: readonly string[], after: number, limit: number): Promise<readonly Contact[]>;
};
