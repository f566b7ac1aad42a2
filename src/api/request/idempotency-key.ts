import { hash } from "node:crypto";

import type { IdempotencyKey } from "#domain/messages/idempotency-store";

import type { Endpoint } from "../endpoint.ts";

type Bound = readonly [
  principal: string,
  method: Endpoint["method"],
  path: string,
  ...value: readonly (string | number)[],
];

/** A key as it is stored: 16 bytes, for one caller and one route. */
export function boundKey(...bound: Bound): Buffer {
  return hash("sha256", JSON.stringify(bound), "buffer").subarray(0, 16);
}

/** What a call or a part of it was, for comparison with a repeat: 32 bytes. */
export function fingerprintOf(value: unknown): IdempotencyKey["fingerprint"] {
  return hash("sha256", JSON.stringify(value), "buffer");
}
