import { capabilities as known, type Caller } from "#domain/access/capability";
import type { Credentials } from "#domain/access/credentials";
import type { FailedTries } from "#domain/access/failed-tries";
import type { Host, NamedRole } from "#domain/access/host";
import type { Platform, PlatformAccount } from "#domain/access/platform";
import type { KnownPlatformPassword, PlatformPasswordStore } from "#domain/users/platform-password-store";
import { sinceOf } from "#domain/users/platform-passwords";
import type { Log } from "#lib/log";
import { second, type Clock } from "#lib/time";

import { checkedAccount, checkedContact, checkedPage } from "./program/checked.ts";
import { platformQuery } from "./program/query.ts";
import { createCache } from "./shared/cache.ts";
import { lastUses } from "./shared/last-uses.ts";
import { passwordLookup } from "./shared/password-lookup.ts";

/** How long the platform's answer about a user is valid, unless it reports a change. */
const TRUST_MS = 10 * second;
const MAX_REMEMBERED = 10_000;

export type ProgramHost = Host & {
  /** A user as they are now; nothing is cached. */
  account: Platform["account"];
  /** A user as they were at most ten seconds ago: for callers that query every few seconds. */
  recent: Platform["account"];
  /** Rights, users or passwords have changed, here or on another node. */
  forget(): void;
  /** Resolves when the last uses recorded so far are written. */
  settled(): Promise<void>;
};

/**
 * The users of the program that runs the service as a library, with application passwords of the service.
 *
 * @param tools.clock a monotonic clock, in milliseconds
 */
export function programHost(
  platform: Platform,
  tools: {
    readonly passwords: Pick<PlatformPasswordStore, "byHashes" | "used">;
    readonly credentials: Pick<Credentials, "applicationPasswordHash" | "memoryKey">;
    readonly tries: FailedTries;
    readonly clock: Clock;
    readonly log: Log;
    readonly answerMs?: number;
  },
): ProgramHost {
  const { passwords, credentials, tries, clock, log } = tools;
  const uses = lastUses(passwords, log);
  const query = platformQuery(platform.name, log, tools.answerMs);

  const lookUp = passwordLookup((hashes) => passwords.byHashes(hashes));

  const account: Platform["account"] = (id) =>
    query(async () => checkedAccount(platform.name, id, await platform.account(id)));

  const accounts = createCache<PlatformAccount, number>({
    ms: TRUST_MS,
    max: MAX_REMEMBERED,
    clock,
    keyOf: String,
    load: account,
  });

  type Known = { readonly password: KnownPlatformPassword; isNoted: boolean };
  const passwordsSeen = createCache<Known, string>({
    ms: TRUST_MS,
    max: MAX_REMEMBERED,
    clock,
    keyOf: credentials.memoryKey,
    async load(typed) {
      const password = await lookUp(credentials.applicationPasswordHash(typed));
      return password && { password, isNoted: !password.stale };
    },
  });

  async function holderOf({ userId, userSince }: KnownPlatformPassword): Promise<PlatformAccount | null> {
    const holder = await accounts.get(userId);
    // Another user may have the id by now.
    return holder && sinceOf(holder) === userSince ? holder : null;
  }

  function callerOf({ id, username, capabilities }: PlatformAccount, passwordId?: string): Caller {
    return Object.freeze({
      principal: `${platform.name}:${id}`,
      userId: id,
      username,
      // A program in JavaScript may name others, which would be passed on in replies.
      capabilities: new Set(known.filter((name) => capabilities.includes(name))),
      ...(passwordId !== undefined && { passwordId }),
    });
  }

  function forget(): void {
    passwordsSeen.forget();
    accounts.forget();
  }

  const allRoles = (): Promise<readonly NamedRole[]> => query(async () => platform.roles());
  return {
    name: platform.name,
    account,
    recent: async (id) => accounts.get(id),

    async authenticate(user, password, ip) {
      const name = user.toLowerCase();
      const found = await passwordsSeen.get(password);
      const holder = found && (await holderOf(found.password));
      const names = holder ? [holder.username, holder.email ?? ""].map((one) => one.toLowerCase()) : [];
      if (!holder || name === "" || !names.includes(name)) {
        // Checked only now: a correct password is not a guess.
        tries.attempt(ip, name);
        return null;
      }
      const { uuid } = found.password;
      if (!found.isNoted) {
        found.isNoted = true;
        uses.note(uuid, ip);
      }
      return callerOf(holder, uuid);
    },

    async callerOf(id) {
      const found = await accounts.get(id);
      return found && callerOf(found);
    },

    async nameOf(id) {
      const found = await accounts.get(id);
      return found && callerOf(found).capabilities.size > 0 ? found.name : null;
    },

    async rightsOf(id) {
      const found = await accounts.get(id);
      return found && callerOf(found).capabilities;
    },

    users: (ids) => query(async () => (await platform.users(ids)).map(checkedContact)),

    async roles(names) {
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      const all = await allRoles();
      return all.map(({ name }) => name).filter((name) => wanted.has(name.toLowerCase()));
    },

    usersInRoles: (roles, cursor, limit) =>
      query(async () => checkedPage(await platform.usersInRoles(roles, cursor, limit))),
    listRoles: allRoles,
    ...(platform.search && {
      search: (text, limit, { userId }) =>
        query(async () => (await platform.search!(text, limit, userId))?.map(checkedContact) ?? null),
    }),
    managedBy: { ...platform.managedAt, applicationPasswords: platform.managedAt.users },
    forget,
    settled: uses.settled,
  };
}
