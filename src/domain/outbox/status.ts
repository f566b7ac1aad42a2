import { deliveryStates, type DeliveryState } from "../deliveries/delivery-state.ts";

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

/** The states of a status, or the one state that is named. `failed` is the status, which includes the state. */
export function statesOf(wanted: OutboxStatus | DeliveryState): readonly DeliveryState[] {
  const states = deliveryStates.filter((state) => statuses[state] === wanted);
  return states.length > 0 ? states : [wanted as DeliveryState];
}
