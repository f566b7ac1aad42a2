import { hash } from "node:crypto";

import type { IdempotencyStore } from "#domain/messages/idempotency-store";

import type { CallContext, Replay, Reply } from "../endpoint.ts";
import { oncePerKey } from "./once-per-key.ts";

/**
 * With an Idempotency-Key, the same file is taken once, and a different one is refused. Without one, `create` runs as
 * it is.
 *
 * @param digest of the file, which the fingerprint of the call does not include
 */
export function oncePerFile(
  idempotency: IdempotencyStore,
  { idempotency: given, warnings }: CallContext,
  digest: Buffer,
  create: () => Promise<Reply>,
): Promise<Reply | Replay> {
  const key = given && {
    key: given.key,
    fingerprint: hash("sha256", Buffer.concat([Buffer.from(given.fingerprint, "hex"), digest]), "hex"),
  };
  return oncePerKey(idempotency, { key, warnings, status: 201 }, create);
}
