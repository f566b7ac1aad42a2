import { LRUCache } from "lru-cache";

import { atMost } from "#lib/at-most";
import { networkOf } from "#lib/ip";
import { minute, type Clock } from "#lib/time";

import { tooManyRequests } from "../error.ts";

/** Counts failed attempts per address and per name, and makes callers who failed too often wait. */
export type FailedTries = {
  /** Throws `DomainError("too_many_requests")` with the seconds to wait in `retry_after`. */
  check(ip: string, name: string): void;
  failed(ip: string, name: string): void;
  /**
   * `check`, and counts the attempt as failed before it is made, so that a thousand concurrent ones are not all let
   * through. `forgive` or `passed` undoes it.
   */
  attempt(ip: string, name: string): void;
  /** Whether every address must wait for this name that has never succeeded with it, and this is one. */
  isExhausted(ip: string, name: string): boolean;
  /** Whether the address has succeeded with the name before. */
  isKnown(ip: string, name: string): boolean;
  forgive(ip: string, name: string): void;
  succeeded(ip: string, name: string): void;
  /** `forgive` and `succeeded`. */
  passed(ip: string, name: string): void;
};

/** Failed attempts within the window after which an address must wait, and a name is protected. */
const TRIES = 20;
/**
 * Failed attempts for a name, from all addresses, after which every address that has never given its password must
 * wait.
 */
const NAME_TRIES = 10 * TRIES;
const WINDOW_MS = minute;

type Options = {
  readonly clock: Clock;
  /** Maximum number of names, addresses and known pairs kept, each. */
  readonly max?: number;
};

/**
 * A sliding window over the last failures of each address and each name.
 *
 * Anyone can fail with anyone's name, so a name alone locks no one out. After `TRIES` failures for a name, addresses
 * that failed themselves within the window must wait: an attempt from a new address is allowed, and an attacker who
 * guesses from many addresses has one attempt for each instead of twenty. After `NAME_TRIES`, every address that never
 * succeeded with that name must wait.
 */
export function failedTries(options: Options): FailedTries {
  const { clock, max = 10_000 } = options;
  const byAddress = new LRUCache<string, number[]>(atMost(max));
  const byName = new LRUCache<string, number[]>(atMost(max));
  const known = new LRUCache<string, true>(atMost(max));

  /** Milliseconds until fewer than `most` of them are within the window. */
  function waitMs(times: readonly number[] | undefined, most: number): number {
    if (!times || times.length < most) return 0;
    return Math.max(0, times[times.length - most]! + WINDOW_MS - clock.now());
  }

  /** An address that has succeeded with a name does not wait for the failures of others with it. */
  function unlessKnown(wait: number, address: string, key: string): number {
    return wait > 0 && known.has(pairKey(address, key)) ? 0 : wait;
  }

  /** For how long every address must wait that never succeeded with the name. */
  function waitForAll(address: string, key: string): number {
    return unlessKnown(waitMs(byName.get(key), NAME_TRIES), address, key);
  }

  function waitForName(address: string, key: string): number {
    const forOwn = Math.min(waitMs(byName.get(key), TRIES), waitMs(byAddress.get(address), 1));
    return Math.max(unlessKnown(forOwn, address, key), waitForAll(address, key));
  }

  function add(map: LRUCache<string, number[]>, key: string, most: number): void {
    const times = map.get(key) ?? [];
    times.push(clock.now());
    if (times.length > most) times.shift();
    map.set(key, times);
  }

  const tries: FailedTries = {
    check(ip, name) {
      const address = networkOf(ip);
      const forName = byName.size === 0 ? 0 : waitForName(address, nameKey(name));
      const wait = Math.max(waitMs(byAddress.get(address), TRIES), forName);
      if (wait <= 0) return;
      const seconds = Math.ceil(wait / 1000);
      throw tooManyRequests(`Too many failed attempts. Try again in ${seconds} s.`, seconds);
    },
    failed(ip, name) {
      add(byAddress, networkOf(ip), TRIES);
      add(byName, nameKey(name), NAME_TRIES);
    },
    attempt(ip, name) {
      tries.check(ip, name);
      tries.failed(ip, name);
    },
    isExhausted(ip, name) {
      return waitForAll(networkOf(ip), nameKey(name)) > 0;
    },
    isKnown: (ip, name) => known.has(pairKey(networkOf(ip), nameKey(name))),
    forgive(ip, name) {
      byAddress.get(networkOf(ip))?.pop();
      byName.get(nameKey(name))?.pop();
    },
    succeeded(ip, name) {
      known.set(pairKey(networkOf(ip), nameKey(name)), true);
    },
    passed(ip, name) {
      tries.forgive(ip, name);
      tries.succeeded(ip, name);
    },
  };
  return tries;
}

/**
 * As a sign-in compares names: otherwise spaces would make any number of names of one. No stored name is longer than an
 * e-mail address (254 characters), so longer ones may share an entry.
 */
function nameKey(name: string): string {
  return name.trim().slice(0, 255).toLowerCase();
}

function pairKey(address: string, name: string): string {
  return `${address} ${name}`;
}
