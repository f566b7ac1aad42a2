import { z } from "zod";

import { categories } from "#domain/messages/message";
import { outboxOrders } from "#domain/outbox/read-log";
import { deliveryStates } from "#domain/deliveries/delivery-state";
import { UUID } from "#lib/ids";
import { jsonOf } from "#lib/json";
import { isStorable } from "#lib/storable";

const uuid = z.string().regex(UUID);
const phone = z.string().regex(/^\+\d{1,20}$/);
const count = z.int().min(0);
const instant = z.int().min(-8.64e15).max(8.64e15).nullable();
const words = z.string().max(250).refine(isStorable);

/**
 * What a page needs to know of the previous one. A forged cursor can request nothing that parameters could not request.
 */
const cursor = z.strictObject({
  v: z.literal(1),
  filter: z.strictObject({
    from: instant,
    to: instant,
    recipient: phone.nullable(),
    messageId: uuid.nullable(),
    gateway: words.nullable(),
    search: words.nullable(),
    status: z.string().max(20),
    // These are absent without the filter: nodes of an earlier release read such a cursor.
    state: z.array(z.enum(deliveryStates)).min(1).max(deliveryStates.length).optional(),
    error: words.optional(),
    category: z.enum(categories).optional(),
  }),
  orderBy: z.enum(outboxOrders),
  descending: z.boolean(),
  key: z.strictObject({ messageId: uuid, phone }),
  value: words,
  until: instant,
  counts: z.strictObject({ total: count, success: count, failed: count, capped: z.boolean() }),
});

export type OutboxCursor = z.output<typeof cursor>;

export function writeOutboxCursor(value: OutboxCursor): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Returns null if it is not a cursor of this list. */
export function readOutboxCursor(text: string): OutboxCursor | null {
  if (!/^[\w-]+$/.test(text)) return null;
  return cursor.safeParse(jsonOf(Buffer.from(text, "base64url").toString("utf8"))).data ?? null;
}
