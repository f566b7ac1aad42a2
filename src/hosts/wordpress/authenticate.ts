import { createHmac } from "node:crypto";

import { LRUCache } from "lru-cache";

import type { Caller } from "#domain/access/capability";
import { networkOf } from "#lib/ip";
import { Secret } from "#lib/redact";
import { minute, second } from "#lib/time";

import { remember } from "../shared/remember.ts";
import { atMostEach } from "./at-most-each.ts";
import { callerOf, readMe } from "./principal.ts";
import { SiteDown, type Site } from "./site.ts";
import type { HostDeps } from "./tools.ts";

/** How long a person is believed after the site was asked. One question costs it 10 to 80 ms of CPU. */
const TRUST_MS = 30 * second;
const DISTRUST_MS = 3 * second;
const MAX_REMEMBERED = 10_000;

/** Questions of one address under way at once: who guesses must not take all that the site can do, or all our turns. */
const AT_ONCE_EACH = 4;
/** How long a question waits for others of its address. */
const MOST_WAIT_MS = 5 * second;

type Question = { readonly user: string; readonly password: string; readonly ip: string };
type Answer = { readonly caller: Caller | null };

/** Letters and digits of an application password. */
const LENGTH = 24;

/**
 * WordPress takes blanks and signs in an application password for nothing: it is one question however it is typed. Any
 * other password, which a plugin of the site may take, is what was typed to the letter.
 */
function spelled(password: string): string {
  const letters = password.replaceAll(/[^A-Za-z0-9]+/g, "");
  return letters.length === LENGTH ? letters : password;
}

/** User names and application passwords, passed through to `users/me` and remembered under a keyed hash. */
export function passThrough(
  site: Site,
  granting: readonly string[],
  { clock, randomBytes, tries }: Pick<HostDeps, "clock" | "randomBytes" | "tries">,
) {
  const memoryKey = randomBytes(32);
  const inTurn = atMostEach(AT_ONCE_EACH);
  const guesses = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  /**
   * What the site has taken, for as long as it takes it: nobody has that by guessing, so it waits for no failures of
   * others, and asks beside their questions and not behind them.
   */
  const proven = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  const keyOf = ({ user, password }: Question): string =>
    createHmac("sha256", memoryKey)
      .update(JSON.stringify([site.url, user, spelled(password)]))
      .digest("base64url");

  const memory = remember<Answer, Question>({
    ms: TRUST_MS,
    msOf: ({ caller }) => (caller ? TRUST_MS : DISTRUST_MS),
    max: MAX_REMEMBERED,
    clock,
    keyOf,
    load,
  });

  async function load(question: Question): Promise<Answer> {
    const { ip, user } = question;
    const since = clock.now();
    const key = keyOf(question);
    const isProven = proven.has(key);
    return inTurn(isProven ? `proven ${key}` : networkOf(ip), async () => {
      // Those who were before it may have failed too often meanwhile.
      if (!isProven) tries.check(ip, user.toLowerCase());
      if (clock.now() - since > MOST_WAIT_MS) {
        throw new SiteDown("slow", `WordPress at ${site.url} has other calls of this address to answer before.`);
      }
      const caller = await ask(question);
      // Counted before the next one has its turn.
      if (caller) proven.set(key, true);
      else failed(question);
      return { caller };
    });
  }

  /**
   * Counts a guess. The same pair again is none: a program that goes on with a password that was revoked must not lock
   * out whoever shares its address.
   */
  function failed(question: Question): void {
    const now = clock.now();
    const key = keyOf(question);
    proven.delete(key);
    const guess = `${networkOf(question.ip)} ${key}`;
    if (now - (guesses.get(guess) ?? -Infinity) < minute) return;
    guesses.set(guess, now);
    tries.failed(question.ip, question.user.toLowerCase());
  }

  async function ask(question: Question): Promise<Caller | null> {
    const query = {
      context: "edit",
      _fields: "id,username,roles,capabilities",
      // A cache before the site that looks at the address only would hand one person's answer to another.
      _: createHmac("sha256", memoryKey)
        .update(`${keyOf(question)} ${clock.now()}`)
        .digest("hex")
        .slice(0, 16),
    };
    const as = { user: question.user, password: new Secret(question.password) };
    const { status, json } = await site.get("/wp/v2/users/me", query, as);
    // By the status alone: `code` is another one on every site.
    if (status === 401) return null;
    const person = status === 200 ? readMe(json) : null;
    if (person) return callerOf(person, granting);
    throw new SiteDown("refused", `WordPress at ${site.url} does not tell who a user is (status ${status}).`);
  }

  return {
    async authenticate(user: string, password: string, ip: string): Promise<Caller | null> {
      const name = user.toLowerCase();
      const question = { user, password, ip };
      // Neither what is remembered nor what was right before waits for what others have failed.
      if (!proven.has(keyOf(question))) tries.check(ip, name);
      const { caller } = (await memory.get(question))!;
      if (caller) tries.succeeded(ip, name);
      else failed(question);
      return caller;
    },
    forget: memory.forget,
  };
}
