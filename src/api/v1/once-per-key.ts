import type { IdempotencyKey, IdempotencyStore } from "#domain/messages/idempotency-store";

import type { CallContext, Replay, Reply } from "../endpoint.ts";
import { answeredBefore, bodyOf } from "../pipeline.ts";

/**
 * For an endpoint with `idempotency: "own"`: runs `create` once per key, and stores its reply in the same transaction.
 * Without a key, `create` runs as it is.
 *
 * @param status of the reply
 */
export async function oncePerKey(
  idempotency: IdempotencyStore,
  { key, warnings, status }: { key: IdempotencyKey | null; warnings: CallContext["warnings"]; status: number },
  create: () => Promise<Reply>,
): Promise<Reply | Replay> {
  if (!key) return create();
  const replies: Reply[] = [];
  const run = await idempotency.run(key, { keepBody: true }, async () => {
    const reply = await create();
    replies.push(reply);
    return { reply: { status, body: bodyOf(reply, warnings) }, keep: true };
  });
  return run.kind === "done" ? replies[0]! : answeredBefore(run);
}
