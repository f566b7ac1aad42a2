import { createHmac } from "node:crypto";

import type { Caller } from "#domain/access/capability";
import { Secret } from "#lib/redact";
import { second } from "#lib/time";

import { remember } from "../builtin/remember.ts";
import { atMostEach } from "./lanes.ts";
import { callerOf, readMe } from "./principal.ts";
import { SiteDown, type Site } from "./site.ts";
import type { HostTools } from "./tools.ts";

/** How long a person is believed after the site was asked. One question costs it 10 to 80 ms of CPU. */
const TRUST_MS = 30 * second;
const DISTRUST_MS = 3 * second;
const MAX_REMEMBERED = 10_000;

/** Questions of one address under way at once: who guesses must not take all that the site can do, or all our turns. */
const AT_ONCE_EACH = 4;
/** How long a question waits for others of its address. */
const MOST_WAIT_MS = 5 * second;

type Question = {
  readonly user: string;
  readonly password: string;
  readonly ip: string;
  /** The failure that this call was is counted already. */
  counted: boolean;
};
type Answer = { readonly caller: Caller | null };

/** User names and application passwords, passed through to `users/me` and remembered under a keyed hash. */
export function passThrough(
  site: Site,
  granting: readonly string[],
  { clock, randomBytes, tries, addressKey }: Pick<HostTools, "clock" | "randomBytes" | "tries" | "addressKey">,
) {
  const memoryKey = randomBytes(32);
  const inLane = atMostEach(AT_ONCE_EACH);
  // As it was typed: that WordPress takes blanks for nothing is WordPress's to know, and a plugin's not to.
  const keyOf = ({ user, password }: Pick<Question, "user" | "password">): string =>
    createHmac("sha256", memoryKey)
      .update(JSON.stringify([site.url, user, password]))
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
    return inLane(addressKey(ip), async () => {
      // Those who were before it may have failed too often meanwhile.
      tries.check(ip, user.toLowerCase());
      if (clock.now() - since > MOST_WAIT_MS) {
        throw new SiteDown("slow", `WordPress at ${site.url} has other calls of this address to answer before.`);
      }
      const caller = await ask(question);
      if (!caller) {
        question.counted = true;
        tries.failed(ip, user.toLowerCase());
      }
      return { caller };
    });
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
      tries.check(ip, name);
      const question = { user, password, ip, counted: false };
      const { caller } = (await memory.get(question))!;
      if (caller) tries.succeeded(ip, name);
      else if (!question.counted) tries.failed(ip, name);
      return caller;
    },
    forget: memory.forget,
  };
}
