import { hash } from "node:crypto";

import type { IdempotencyStore } from "#domain/messages/idempotency-store";

import type { CallContext, Replay, Reply } from "../endpoint.ts";
import { answeredBefore, bodyOf } from "../pipeline.ts";

/**
 * With an Idempotency-Key, the same file is taken once, and a different one is refused. Without one, `create` runs as it
 * is.
 *
 * @param digest of the file, which the fingerprint of the call does not include
 */
export async function oncePerFile(
  idempotency: IdempotencyStore,
  { idempotency: key, warnings }: CallContext,
  digest: Buffer,
  create: () => Promise<Reply>,
): Promise<Reply | Replay> {
  if (!key) return create();
  const fingerprint = hash("sha256", Buffer.concat([key.fingerprint, digest]), "buffer");
  const replies: Reply[] = [];
  const run = await idempotency.run({ key: key.key, fingerprint }, true, async () => {
    const reply = await create();
    replies.push(reply);
    return { reply: { status: 201, body: bodyOf(reply, warnings) }, keep: true };
  });
  return run.kind === "done" ? replies[0]! : answeredBefore(run);
}
