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

/** The states without repetition, in the order of the list: two spellings of one filter are the same. */
export function orderedStates(states: readonly DeliveryState[]): readonly DeliveryState[] {
  return deliveryStates.filter((state) => states.includes(state));
}
