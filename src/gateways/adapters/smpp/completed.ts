import { hash } from "node:crypto";

import { LRUCache } from "lru-cache";

import { atMost } from "#lib/at-most";

type Parts = readonly ({ readonly octets: Buffer } | undefined)[];

/** Long messages that were complete a moment ago. */
export type Completed = {
  /** @param until milliseconds since 1970: what arrives after it is a new message whose reference was used before */
  add(key: string, parts: Parts, until: number): void;
  delete(key: string): void;
  /** Whether all that is here of a message, from `since`, was already in the one that was complete. */
  repeats(key: string, parts: Parts, since: number): boolean;
};

/**
 * Remembers the latest long messages by their parts: an SMSC whose link ended before it read our response repeats the
 * last part alone, and the message would never be complete again.
 *
 * @param most messages
 */
export function openCompleted(most: number): Completed {
  const known = new LRUCache<string, { readonly digests: readonly (string | undefined)[]; readonly until: number }>(
    atMost(most),
  );
  const digestsOf = (parts: Parts) => parts.map((part) => part && hash("sha256", part.octets, "base64url"));
  return {
    add: (key, parts, until) => void known.set(key, { digests: digestsOf(parts), until }),
    delete: (key) => void known.delete(key),
    repeats(key, parts, since) {
      const before = known.get(key);
      if (before === undefined || since > before.until) return false;
      return digestsOf(parts).every((digest, index) => digest === undefined || digest === before.digests[index]);
    },
  };
}
