import { createHmac, createSecretKey } from "node:crypto";

import { LRUCache } from "lru-cache";
import pLimit from "p-limit";

import type { Caller } from "#domain/access/capability";
import { tooManyRequests } from "#domain/error";
import { atMost } from "#lib/at-most";
import { networkOf } from "#lib/ip";
import { limitPerKey } from "#lib/limit-per-key";
import { Secret } from "#lib/secret";
import { minute, second } from "#lib/time";

import { createCache } from "../shared/cache.ts";
import { countedName } from "./counted-name.ts";
import { callerOf, readMe } from "./principal.ts";
import { SiteDown } from "./site-reply.ts";
import type { Site } from "./site.ts";
import type { HostDeps } from "./tools.ts";

/** How long a successful answer of the site is cached. One request costs the site 10 to 80 ms of CPU. */
const TRUST_MS = 30 * second;
const DISTRUST_MS = 3 * second;
const MAX_REMEMBERED = 10_000;

/**
 * Concurrent requests for one address: someone who guesses must not use up the site's capacity, or all of our slots.
 */
const AT_ONCE_EACH = 4;
/**
 * The same for all addresses together, of the eight that a site gets: whoever has addresses of many networks could
 * otherwise keep everyone else waiting. More than one address may have: a single one keeps nobody waiting. As many as
 * may wait are over in two seconds.
 */
const GUESSES_AT_ONCE = 6;
const MOST_WAITING = 100;
const WAIT_SECONDS = 5;
/** How long a request waits for others. */
const MAX_WAIT_MS = 5 * second;

type Attempt = { readonly user: string; readonly password: string; readonly ip: string };
type Answer = { readonly caller: Caller | null };

/** Number of letters and digits in an application password. */
const LENGTH = 24;

/**
 * WordPress ignores spaces and punctuation in an application password, so all spellings share one cache entry. Any
 * other password, which a plugin of the site may accept, is compared as typed.
 */
function spelled(password: string): string {
  const letters = password.replaceAll(/[^A-Za-z0-9]+/g, "");
  return letters.length === LENGTH ? letters : password;
}

/** User names and application passwords, passed through to `users/me` and cached under a keyed hash. */
export function passThrough(
  site: Site,
  granting: readonly string[],
  { clock, randomBytes, tries }: Pick<HostDeps, "clock" | "randomBytes" | "tries">,
) {
  const cacheKey = createSecretKey(randomBytes(32));
  const inTurn = limitPerKey(AT_ONCE_EACH);
  const guessing = pLimit(GUESSES_AT_ONCE);
  const guesses = new LRUCache<string, number>(atMost(MAX_REMEMBERED));
  /**
   * Credentials that the site has accepted, until it rejects them. They cannot be obtained by guessing, so other
   * callers' failures do not lock them out, and their requests do not queue behind those of other callers.
   */
  const proven = new LRUCache<string, true>(atMost(MAX_REMEMBERED));
  const keyOf = ({ user, password }: Attempt): string =>
    createHmac("sha256", cacheKey)
      .update(JSON.stringify([site.url, user, spelled(password)]))
      .digest("base64url");

  const cache = createCache<Answer, Attempt>({
    ms: TRUST_MS,
    msOf: ({ caller }) => (caller ? TRUST_MS : DISTRUST_MS),
    max: MAX_REMEMBERED,
    clock,
    keyOf,
    load,
  });

  async function load(attempt: Attempt): Promise<Answer> {
    const { ip, user } = attempt;
    const since = clock.now();
    const key = keyOf(attempt);
    const isProven = proven.has(key);
    return inTurn(isProven ? `proven ${key}` : networkOf(ip), async () => {
      // Those ahead of it in the queue may have failed too often in the meantime.
      if (!isProven) tries.check(ip, countedName(user));
      if (clock.now() - since > MAX_WAIT_MS) {
        throw new SiteDown("slow", `WordPress at ${site.url} has other calls of this address to answer before.`);
      }
      const caller = await (isProven ? request(attempt) : requestGuess(attempt, since));
      // Recorded before the next one in the queue runs.
      if (caller) proven.set(key, true);
      else failed(attempt);
      return { caller };
    });
  }

  /**
   * Any pair that the site has not accepted yet.
   *
   * @param since when its caller began to wait
   */
  function requestGuess(attempt: Attempt, since: number): Promise<Caller | null> {
    const refusal = (): Error =>
      tooManyRequests(`Too many unknown credentials are being checked. Try again in ${WAIT_SECONDS} s.`, WAIT_SECONDS);
    if (guessing.pendingCount >= MOST_WAITING) throw refusal();
    return guessing(() => {
      if (clock.now() - since > MAX_WAIT_MS) throw refusal();
      return request(attempt);
    });
  }

  /**
   * Counts a guess. Repeating the same credentials does not count: a program that keeps using a revoked password must
   * not lock out others who share its address.
   */
  function failed(attempt: Attempt): void {
    const now = clock.now();
    const key = keyOf(attempt);
    proven.delete(key);
    const guess = `${networkOf(attempt.ip)} ${key}`;
    if (now - (guesses.get(guess) ?? -Infinity) < minute) return;
    guesses.set(guess, now);
    tries.failed(attempt.ip, countedName(attempt.user));
  }

  async function request(attempt: Attempt): Promise<Caller | null> {
    const query = {
      context: "edit",
      _fields: "id,username,roles,capabilities",
      // A cache in front of the site that looks only at the URL would return one person's response to another.
      _: createHmac("sha256", cacheKey)
        .update(`${keyOf(attempt)} ${clock.now()}`)
        .digest("hex")
        .slice(0, 16),
    };
    const as = { user: attempt.user, password: new Secret(attempt.password) };
    const { status, json } = await site.get("/wp/v2/users/me", query, as);
    // By status alone: `code` differs from site to site.
    if (status === 401) return null;
    const person = status === 200 ? readMe(json) : null;
    if (person) return callerOf(person, granting);
    throw new SiteDown("refused", `WordPress at ${site.url} does not tell who a user is (status ${status}).`);
  }

  return {
    async authenticate(user: string, password: string, ip: string): Promise<Caller | null> {
      const name = countedName(user);
      const attempt = { user, password, ip };
      // Neither cached credentials nor previously accepted ones are subject to other callers' failures.
      if (!proven.has(keyOf(attempt))) tries.check(ip, name);
      const { caller } = (await cache.get(attempt))!;
      if (caller) tries.succeeded(ip, name);
      else failed(attempt);
      return caller;
    },
    forget: cache.forget,
  };
}
