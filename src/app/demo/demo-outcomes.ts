import type { DemoDelivery } from "#store/queries/demo/demo-history";
import { day, second } from "#lib/time";

type Outcome = Pick<DemoDelivery, "state" | "sentAt" | "deliveredAt" | "endedAt" | "failure" | "response">;

/** Why deliveries fail, as gateways report it, with the share of all deliveries. */
const REFUSALS = [
  { share: 0.006, code: "invalid_number", response: "the number does not exist" },
  { share: 0.002, code: "blocked_by_carrier", response: "the network filtered the message" },
] as const;
const RECEIPTS = [
  { share: 0.012, code: "absent_subscriber" },
  { share: 0.004, code: "handset_memory_full" },
] as const;
const EXPIRED = 0.001;
const IN_DOUBT = 0.001;
const NO_RECEIPT = 0.01;

const nothing = { sentAt: null, deliveredAt: null, endedAt: null, failure: null, response: null };

/**
 * What became of a delivery that was in the queue from `at` on.
 *
 * @param now nothing happens after it. Both in milliseconds since 1970
 */
export function outcomeOf(at: number, now: number, random: () => number): Outcome {
  const sentAt = Math.min(now, Math.round(at + (0.15 + random() ** 4 * 9) * second));
  let draw = random();
  for (const { share, code, response } of REFUSALS) {
    if (draw < share) return { ...nothing, state: "failed", endedAt: sentAt, failure: code, response };
    draw -= share;
  }
  if (draw < EXPIRED) return { ...nothing, state: "expired", endedAt: Math.min(now, at + 3 * day), failure: "expired" };
  draw -= EXPIRED;
  const sent = { ...nothing, sentAt };
  if (draw < IN_DOUBT) return { ...nothing, state: "unknown", endedAt: sentAt, response: "no response" };
  draw -= IN_DOUBT;
  const receiptAt = Math.round(sentAt + (0.8 + random() ** 6 * 300) * second);
  if (draw < NO_RECEIPT || receiptAt > now) return { ...sent, state: "sent" };
  draw -= NO_RECEIPT;
  for (const { share, code } of RECEIPTS) {
    if (draw < share) return { ...sent, state: "undelivered", endedAt: receiptAt, failure: code };
    draw -= share;
  }
  return { ...sent, state: "delivered", deliveredAt: receiptAt };
}
