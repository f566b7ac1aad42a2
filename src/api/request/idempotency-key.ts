import { hash } from "node:crypto";

import type { IdempotencyKey } from "#domain/messages/idempotency-store";

import type { Endpoint } from "../endpoint.ts";

type Bound = readonly [
  principal: string,
  method: Endpoint["method"],
  path: string,
  ...value: readonly (string | number)[],
];

/** 16 bytes. */
const KEY_DIGITS = 32;

/** A key as it is stored, for one caller and one route. */
export function boundKey(...bound: Bound): IdempotencyKey["key"] {
  return hash("sha256", JSON.stringify(bound), "hex").slice(0, KEY_DIGITS);
}

/** What a call or a part of it was, for comparison with a repeat. */
export function fingerprintOf(value: unknown): IdempotencyKey["fingerprint"] {
  return hash("sha256", JSON.stringify(value), "hex");
}
