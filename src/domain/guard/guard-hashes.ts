import { createHmac, type KeyObject } from "node:crypto";

import { networkOf } from "#lib/ip";

import { countedAs } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import { prefixOf } from "./destination.ts";
import type { GuardKeys, Scope } from "./guard-store.ts";

/**
 * What numbers and addresses are counted by, both numbers of a phone alike. Keyed: all numbers of a prefix can be
 * hashed in minutes.
 */
export type GuardHashes = {
  of(phone: Phone, ip: string | null): Omit<GuardKeys, "country">;
  number(phone: Phone): Buffer;
  /**
   * What to lock so that nothing else is counted in these scopes meanwhile; in ascending order, the same for everyone.
   */
  locksOf(keys: GuardKeys, scopes: ReadonlySet<Scope>): readonly bigint[];
};

export function guardHashes(key: KeyObject): GuardHashes {
  const hash = (kind: string, value: string): Buffer => createHmac("sha256", key).update(`${kind}\n${value}`).digest();
  const number = (phone: Phone): Buffer => hash("number", countedAs(phone));
  return {
    number,
    of: (phone, ip) => ({
      number: number(phone),
      prefix: hash("prefix", prefixOf(countedAs(phone))),
      address: ip === null ? null : hash("address", networkOf(ip)),
    }),
    locksOf(keys, scopes) {
      const all: Readonly<Record<Scope, Buffer | null>> = {
        ...keys,
        country: hash("country", keys.country),
        site: hash("site", ""),
      };
      const chosen = [...scopes].map((scope) => all[scope]).filter((one) => one !== null);
      return chosen.map((one) => one.readBigInt64BE()).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    },
  };
}
