import { minute, type Clock } from "#lib/time";

import { DomainError } from "../error.ts";

/** Counts failed tries per address and per name, and makes whoever failed too often wait. */
export type FailedTries = {
  /** Throws `Fault("too_many_requests")` with the seconds to wait in `retry_after`. */
  check(ip: string, name: string): void;
  failed(ip: string, name: string): void;
  /** Takes one `failed` back: for a caller that counts before it knows, so that parallel tries cannot pass together. */
  forgive(ip: string, name: string): void;
  succeeded(ip: string, name: string): void;
};

/** Failed tries within the window after which an address waits, and a name is looked after. */
const TRIES = 20;
/** Failed tries in a name, from all addresses, after which only those wait no longer that knew its password before. */
const NAME_TRIES = 10 * TRIES;
const WINDOW_MS = minute;

type Options = {
  readonly clock: Clock;
  /** Names, addresses and known pairs kept at most, each. */
  readonly max?: number;
};

/**
 * A sliding window over the last failures of each address and each name.
 *
 * Anybody may fail in anybody's name, so a name alone keeps nobody out. After `TRIES` failures in a name, addresses that
 * failed themselves within the window wait: whoever comes from elsewhere has his first try, and one who guesses from many
 * addresses has one for each instead of twenty. After `NAME_TRIES` all wait who never succeeded with that name.
 */
export function failedTries(options: Options): FailedTries {
  const { clock, max = 10_000 } = options;
  const byAddress = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const known = new Set<string>();

  /** Until fewer than `most` of them are within the window. */
  function waitMs(times: readonly number[] | undefined, most: number): number {
    if (!times || times.length < most) return 0;
    return Math.max(0, times[times.length - most]! + WINDOW_MS - clock.now());
  }

  function waitForName(address: string, key: string): number {
    const times = byName.get(key);
    const forOwn = Math.min(waitMs(times, TRIES), waitMs(byAddress.get(address), 1));
    const wait = Math.max(forOwn, waitMs(times, NAME_TRIES));
    return wait > 0 && known.has(pairKey(address, key)) ? 0 : wait;
  }

  function add(map: Map<string, number[]>, key: string, most: number): void {
    const times = map.get(key) ?? [];
    times.push(clock.now());
    if (times.length > most) times.shift();
    // Put last again, so that what is dropped first is what was quiet longest.
    map.delete(key);
    map.set(key, times);
    if (map.size > max) map.delete(map.keys().next().value!);
  }

  return {
    check(ip, name) {
      const address = addressKey(ip);
      const forName = byName.size === 0 ? 0 : waitForName(address, nameKey(name));
      const wait = Math.max(waitMs(byAddress.get(address), TRIES), forName);
      if (wait <= 0) return;
      const seconds = Math.ceil(wait / 1000);
      throw new DomainError("too_many_requests", `Too many failed tries. Try again in ${seconds} s.`, [], {
        retry_after: seconds,
      });
    },
    failed(ip, name) {
      add(byAddress, addressKey(ip), TRIES);
      add(byName, nameKey(name), NAME_TRIES);
    },
    forgive(ip, name) {
      byAddress.get(addressKey(ip))?.pop();
      byName.get(nameKey(name))?.pop();
    },
    succeeded(ip, name) {
      const pair = pairKey(addressKey(ip), nameKey(name));
      if (known.has(pair)) return;
      known.add(pair);
      if (known.size > max) known.delete(known.keys().next().value!);
    },
  };
}

/** No stored name is longer than an e-mail address (254), so longer ones may share an entry. */
function nameKey(name: string): string {
  return name.slice(0, 255).toLowerCase();
}

function pairKey(address: string, name: string): string {
  return `${address} ${name}`;
}

/** IPv6 customers hold a /64 (RFC 6177), so that is one address here. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.toLowerCase().split("%")[0]!.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const behind = tail === "" ? 0 : tail.split(":").length;
    while (groups.length + behind < 8) groups.push("0");
    if (tail !== "") groups.push(...tail.split(":"));
  }
  const short = groups.map((group) => group.replace(/^0+(?=.)/, ""));
  // IPv4 in hexadecimal, as some proxies write it: they all would be one network.
  if (short.slice(0, 6).join(":") === "0:0:0:0:0:ffff") {
    const [high = 0, low = 0] = short.slice(6).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return short.slice(0, 4).join(":");
}
