/** States of a delivery. What leads from one to the next: docs/reference/states.md. */
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

/** The summary statuses of the log, for callers who only need success or failure. */
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

/** The states without repetition, in the order of the list: two spellings of one filter are the same. */
export function orderedStates(states: readonly DeliveryState[]): readonly DeliveryState[] {
  return deliveryStates.filter((state) => states.includes(state));
}

/** The states of a status, or the one state that is named. `failed` is the status, which includes the state. */
export function statesOf(wanted: OutboxStatus | DeliveryState): readonly DeliveryState[] {
  const states = deliveryStates.filter((state) => statuses[state] === wanted);
  return states.length > 0 ? states : [wanted as DeliveryState];
}
