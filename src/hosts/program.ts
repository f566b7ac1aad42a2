import { capabilities as known, type Caller } from "#domain/access/capability";
import type { Credentials } from "#domain/access/credentials";
import type { FailedTries } from "#domain/access/failed-tries";
import type { Contact, ContactPage, Host } from "#domain/access/host";
import type { Platform, PlatformAccount } from "#domain/access/platform";
import { DomainError } from "#domain/error";
import type { KnownPlatformPassword, PlatformPasswordStore } from "#domain/users/platform-password-store";
import { sinceOf } from "#domain/users/platform-passwords";
import { errorWords } from "#lib/error-words";
import { groupCommit } from "#lib/group-commit";
import type { Log } from "#lib/log";
import { second, type Clock } from "#lib/time";

import { lastUses } from "./shared/last-uses.ts";
import { remember } from "./shared/remember.ts";

/** How long what the platform said of a user counts, unless it reports a change. */
const TRUST_MS = 10 * second;
const MAX_REMEMBERED = 10_000;
/** Passwords that are not cached are looked up in batches, as those of the built-in host. */
const LOOK_UPS = { maxBatch: 1_000, maxInFlight: 2 } as const;

export type ProgramHost = Host & {
  /** A user as they are now; nothing is cached. */
  account: Platform["account"];
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
  },
): ProgramHost {
  const { passwords, credentials, tries, clock, log } = tools;
  const uses = lastUses(passwords, (error) =>
    log("warn", "last use of application passwords not written", { error: errorWords(error) }),
  );
  const query = platformQuery(platform.name, log);

  const lookUp = groupCommit<Buffer, KnownPlatformPassword | null>({
    ...LOOK_UPS,
    async flush(hashes) {
      const found = await passwords.byHashes(hashes);
      const byHash = new Map(found.map((row) => [row.hash.toString("latin1"), row]));
      return hashes.map((hash) => byHash.get(hash.toString("latin1")) ?? null);
    },
  });

  const account: Platform["account"] = (id) =>
    query(async () => checkedAccount(platform.name, id, await platform.account(id)));

  const accounts = remember<PlatformAccount, number>({
    ms: TRUST_MS,
    max: MAX_REMEMBERED,
    clock,
    keyOf: String,
    load: account,
  });

  type Known = { readonly password: KnownPlatformPassword; readonly account: PlatformAccount; isNoted: boolean };
  const passwordsSeen = remember<Known, string>({
    ms: TRUST_MS,
    max: MAX_REMEMBERED,
    clock,
    keyOf: credentials.memoryKey,
    async load(typed) {
      const password = await lookUp(credentials.applicationPasswordHash(typed));
      const holder = password && (await accounts.get(password.userId));
      // Another user may have the id by now.
      if (!holder || sinceOf(holder) !== password.userSince) return null;
      return { password, account: holder, isNoted: !password.stale };
    },
  });

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

  const { search } = platform;
  return {
    name: platform.name,
    account,

    async authenticate(user, password, ip) {
      const name = user.toLowerCase();
      const found = await passwordsSeen.get(password);
      const names = found ? [found.account.username, found.account.email ?? ""].map((one) => one.toLowerCase()) : [];
      if (!found || name === "" || !names.includes(name)) {
        // Checked only now: a correct password is not a guess.
        tries.attempt(ip, name);
        return null;
      }
      const { uuid } = found.password;
      if (!found.isNoted) {
        found.isNoted = true;
        uses.note(uuid, ip);
      }
      return callerOf(found.account, uuid);
    },

    async callerOf(id) {
      const found = await accounts.get(id);
      return found && callerOf(found);
    },

    users: (ids) => query(async () => (await platform.users(ids)).map(checkedContact)),

    async roles(names) {
      const wanted = new Set(names.map((name) => name.toLowerCase()));
      const all = await query(platform.roles);
      return all.map(({ name }) => name).filter((name) => wanted.has(name.toLowerCase()));
    },

    usersInRoles: (roles, cursor, limit) =>
      query(async () => checkedPage(await platform.usersInRoles(roles, cursor, limit))),
    listRoles: () => query(platform.roles),
    ...(search && { search: (text, limit, { userId }) => query(() => search(text, limit, userId)) }),
    managedBy: { ...platform.managedAt, applicationPasswords: platform.managedAt.users },
    forget,
    settled: uses.settled,
  };
}

/**
 * Runs a query of the platform. Whatever it throws means that it cannot be asked at the moment; it is logged once, and not for every
 * call.
 */
export function platformQuery(name: string, log: Log): <T>(work: () => Promise<T>) => Promise<T> {
  let down = false;
  return async (work) => {
    try {
      const result = await work();
      if (down) log("info", "the platform responds again", { platform: name });
      down = false;
      return result;
    } catch (error) {
      if (!down) log("warn", "the platform cannot be queried", { platform: name, reason: errorWords(error) });
      down = true;
      const words = "The platform that manages the users cannot be asked at the moment. The service's log says why.";
      throw new DomainError("host_unavailable", words, [], {}, { cause: error });
    }
  };
}

export function checkedPage(page: ContactPage): ContactPage {
  return { ...page, contacts: page.contacts.map(checkedContact) };
}

/** Ids are stored as integers: any other could match a different user, or none. */
function checkedContact(contact: Contact): Contact {
  if (isId(contact.id)) return contact;
  throw new Error(`A user has the id ${JSON.stringify(contact.id)}: ids must be positive integers.`);
}

function checkedAccount(platform: string, id: number, account: PlatformAccount | null): PlatformAccount | null {
  if (!account || account.id === id) return account;
  throw new Error(`${platform} was queried for user ${id} and answers with ${JSON.stringify(account.id)}.`);
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
