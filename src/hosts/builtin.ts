import type { Caller } from "#domain/access/capability";
import type { FailedTries } from "#domain/access/failed-tries";
import type { ApplicationPasswordStore } from "#domain/users/application-password-store";
import type { Credentials } from "#domain/access/credentials";
import type { Host } from "#domain/access/host";
import type { RoleStore } from "#domain/users/role-store";
import type { UserStore } from "#domain/users/user-store";
import type { Log } from "#lib/log";
import { second, type Clock } from "#lib/time";

import { createCache } from "./shared/cache.ts";
import { lastUses } from "./shared/last-uses.ts";
import { passwordLookup } from "./shared/password-lookup.ts";

/** Maximum time for which another node may still accept a password that was revoked here. */
const TRUST_MS = second;
const MAX_REMEMBERED = 10_000;

export type BuiltinHost = Host & {
  /** To be called once a change of users, roles or application passwords is committed. */
  changed(): void;
  /** Resolves when the last uses recorded so far are written. */
  settled(): Promise<void>;
};

type Stores = {
  readonly users: Pick<UserStore, "contacts" | "contactsInRoles" | "find" | "list">;
  readonly roles: Pick<RoleStore, "all">;
  readonly passwords: Pick<ApplicationPasswordStore, "byHashes" | "used">;
};

/**
 * The platform of the standalone service: its own users, roles and application passwords.
 *
 * @param options.clock a monotonic clock, in milliseconds
 */
export function builtinHost(
  stores: Stores,
  options: {
    readonly credentials: Pick<Credentials, "applicationPasswordHash" | "memoryKey">;
    readonly tries: FailedTries;
    readonly clock: Clock;
    readonly log: Log;
  },
): BuiltinHost {
  const { credentials, tries, clock, log } = options;
  const uses = lastUses(stores.passwords, log);

  const lookUp = passwordLookup((hashes) => stores.passwords.byHashes(hashes));

  type Known = { readonly names: readonly string[]; readonly caller: Caller; readonly uuid: string; stale: boolean };

  const known = createCache<Known, string>({
    ms: TRUST_MS,
    max: MAX_REMEMBERED,
    clock,
    keyOf: credentials.memoryKey,
    load: loadPassword,
  });

  async function loadPassword(typed: string): Promise<Known | null> {
    // Found by its keyed hash, so the time it takes does not reveal whether a user of that name exists.
    const row = await lookUp(credentials.applicationPasswordHash(typed));
    if (!row) return null;
    const caller: Caller = Object.freeze({
      principal: `builtin:${row.userId}`,
      userId: row.userId,
      username: row.username,
      capabilities: new Set(row.capabilities),
      passwordId: row.uuid,
    });
    return { names: [row.username.toLowerCase(), row.email.toLowerCase()], caller, uuid: row.uuid, stale: row.stale };
  }

  return {
    name: "builtin",

    async authenticate(user, password, ip) {
      const name = user.toLowerCase();
      const found = known.get(password);
      const entry = found instanceof Promise ? await found : found;
      if (!entry || !entry.names.includes(name)) {
        // Checked only now: a correct password is not a guess, however often others have failed from this address or
        // with this name.
        tries.attempt(ip, name);
        return null;
      }
      if (entry.stale) {
        entry.stale = false;
        uses.note(entry.uuid, ip);
      }
      return entry.caller;
    },

    users: (ids) => stores.users.contacts(ids),

    async roles(names) {
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      const all = await stores.roles.all();
      return all.map((role) => role.name).filter((name) => wanted.has(name.toLowerCase()));
    },

    async usersInRoles(roles, cursor, limit) {
      const contacts = await stores.users.contactsInRoles(roles, cursor === null ? 0 : Number(cursor), limit);
      return { contacts, next: contacts.length < limit ? null : String(contacts.at(-1)!.id) };
    },

    listRoles: async () => (await stores.roles.all()).map(({ name, label }) => ({ name, label })),

    async search(text, limit) {
      const found = await stores.users.list({ search: text, after: 0, limit });
      return found.map(({ id, phone, name, username }) => ({ id, phone, name, username }));
    },

    async rightsOf(id) {
      const [user, roles] = await Promise.all([stores.users.find(id), stores.roles.all()]);
      if (!user) return null;
      return new Set(roles.filter(({ name }) => user.roles.includes(name)).flatMap(({ capabilities }) => capabilities));
    },

    changed: known.forget,
    settled: uses.settled,
  };
}
