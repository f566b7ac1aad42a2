import { minute, type Clock } from "#lib/time";

import { Fault } from "../fault.ts";

/** Counts failed tries per address and per name, and makes whoever failed too often wait. */
export type FailedTries = {
  /** Throws `Fault("too_many_requests")` with the seconds to wait in `retry_after`. */
  check(ip: string, name: string): void;
  failed(ip: string, name: string): void;
  /** Takes one `failed` back: for a caller that counts before it knows, so that parallel tries cannot pass together. */
  forgive(ip: string, name: string): void;
  succeeded(ip: string, name: string): void;
};

type Options = {
  readonly clock: Clock;
  /** Failed tries within `windowMs` after which the next one waits. */
  readonly tries?: number;
  readonly windowMs?: number;
  /** Names, addresses and known pairs kept at most, each. */
  readonly max?: number;
};

/**
 * A sliding window over the last `tries` failures of each address and each name.
 *
 * An address that once succeeded with a name does not wait for that name, only for itself: otherwise anybody could
 * keep a user out by failing in his name twenty times a minute.
 */
export function failedTries({ clock, tries = 20, windowMs = minute, max = 10_000 }: Options): FailedTries {
  const byAddress = new Map<string, number[]>();
  const byName = new Map<string, number[]>();
  const known = new Set<string>();

  function waitMs(times: readonly number[] | undefined): number {
    if (!times || times.length < tries) return 0;
    return Math.max(0, times[0]! + windowMs - clock.now());
  }

  function add(map: Map<string, number[]>, key: string): void {
    const times = map.get(key) ?? [];
    times.push(clock.now());
    if (times.length > tries) times.shift();
    // Put last again, so that what is dropped first is what was quiet longest.
    map.delete(key);
    map.set(key, times);
    if (map.size > max) map.delete(map.keys().next().value!);
  }

  return {
    check(ip, name) {
      const address = addressKey(ip);
      let wait = waitMs(byAddress.get(address));
      if (byName.size > 0) {
        const key = nameKey(name);
        const forName = waitMs(byName.get(key));
        if (forName > wait && !known.has(pairKey(address, key))) wait = forName;
      }
      if (wait <= 0) return;
      const seconds = Math.ceil(wait / 1000);
      throw new Fault("too_many_requests", `Too many failed tries. Try again in ${seconds} s.`, [], {
        retry_after: seconds,
      });
    },
    failed(ip, name) {
      add(byAddress, addressKey(ip));
      add(byName, nameKey(name));
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
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
