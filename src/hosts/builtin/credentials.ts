import { createHmac, hash as digest, type KeyObject } from "node:crypto";

import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

import type { Credentials } from "#domain/access/credentials";
import { tooManyRequests } from "#domain/error";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** RFC 9106 argon2id; memory, passes and parallelism as OWASP recommends. 2 is the algorithm's number in its API. */
const ARGON = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Maximum length of a web password in bytes: longer input does not make the hash take longer. */
const MAX_WEB_PASSWORD = 1_024;

/** How many unknown callers may wait until their passwords are checked, each for 23 ms, and how long that takes. */
const MOST_WAITING = 100;
const WAIT_SECONDS = 3;

export type SecretSource = {
  /** Derives a key for one purpose from the installation's key; a stolen table is worthless without it. */
  readonly derive: (purpose: string) => KeyObject;
  /** From a cryptographic source. */
  readonly randomBytes: (count: number) => Buffer;
};

export function builtinCredentials({ derive, randomBytes }: SecretSource): Credentials {
  // One key per use: a hash of one table is never valid in another.
  // As key objects: from plain bytes, each HMAC would create one, which is 10 of its 12 µs.
  const passwordKey = derive("application-password");
  const sessionKey = derive("session");
  const tokenKeys = {
    "setup-link": derive("setup-link"),
    challenge: derive("challenge"),
    "recovery-code": derive("recovery-code"),
    "passkey-challenge": derive("passkey-challenge"),
    "passkey-user": derive("passkey-user"),
  };
  const salt = randomBytes(32).toString("latin1");
  // Each attempt takes 19 MiB and a thread of the pool, which files and DNS lookups share. Guesses have one of the two
  // to themselves: whoever has addresses of many networks can make any number of them, and would keep all others waiting.
  const known = pLimit(1);
  const unknown = pLimit(1);
  // Created at the first check of any name, known or not: it takes 19 MiB that an idle service does not need.
  let nobodysHash: Promise<string> | undefined;

  return {
    newApplicationPassword: () => letters(24, randomBytes),
    applicationPasswordHash: (typed) => keyed(passwordKey, typed.replaceAll(/[^A-Za-z0-9]+/g, "")),
    // 0.5 µs against the 2.8 µs of the keyed hash, which is computed only on a cache miss.
    memoryKey: (typed) => digest("sha256", salt + typed, "hex"),
    newWebPassword: () => letters(20, randomBytes),
    hashWebPassword: (password) => known(() => hash(prepare(password), ARGON)),
    async verifyWebPassword(stored, password, { isKnown }) {
      nobodysHash ??= hash(randomBytes(24).toString("hex"), ARGON);
      const spare = await nobodysHash;
      if (!isKnown && unknown.pendingCount >= MOST_WAITING) {
        throw tooManyRequests(`Too many people are signing in. Try again in ${WAIT_SECONDS} s.`, WAIT_SECONDS);
      }
      const turn = isKnown ? known : unknown;
      const right = await turn(() => verify(stored ?? spare, prepare(password)));
      return right && stored !== null;
    },
    newSessionToken: () => randomBytes(32).toString("base64url"),
    sessionHash: (token) => keyed(sessionKey, token),
    tokenHash: (kind, token) => keyed(tokenKeys[kind], token),
  };
}

function keyed(key: KeyObject, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** The same characters typed on another system are the same password (RFC 8265 §4.2.2). */
function prepare(password: string): Buffer {
  return Buffer.from(password.normalize("NFC")).subarray(0, MAX_WEB_PASSWORD);
}

/** Evenly distributed: bytes of 248 and above would favor the first letters, so they are discarded. */
function letters(count: number, randomBytes: (count: number) => Buffer): string {
  let text = "";
  while (text.length < count) {
    for (const byte of randomBytes(count)) if (byte < 248 && text.length < count) text += ALPHABET[byte % 62];
  }
  return text;
}
