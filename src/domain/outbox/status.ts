/** States of a delivery, as `contract.md` §10 moves them. */
export const deliveryStates = [
  "queued",
  "held",
  "sending",
  "sent",
  "delivered",
  "undelivered",
  "failed",
  "unknown",
  "suppressed",
  "expired",
  "canceled",
] as const;

export type DeliveryState = (typeof deliveryStates)[number];

/** What the log shows to those who only ask whether it went well. */
export const outboxStatuses = ["success", "failed", "pending"] as const;
export type OutboxStatus = (typeof outboxStatuses)[number];

const statuses: Readonly<Record<DeliveryState, OutboxStatus>> = {
  queued: "pending",
  held: "pending",
  sending: "pending",
  unknown: "pending",
  sent: "success",
  delivered: "success",
  undelivered: "failed",
  failed: "failed",
  suppressed: "failed",
  expired: "failed",
  canceled: "failed",
};

export function statusOf(state: DeliveryState): OutboxStatus {
  return statuses[state];
}

/** The states behind a status, or the one state that is named. `failed` is the status: it has the state in it. */
export function statesOf(wanted: OutboxStatus | DeliveryState): readonly DeliveryState[] {
  const states = deliveryStates.filter((state) => statuses[state] === wanted);
  return states.length > 0 ? states : [wanted as DeliveryState];
}
