import type { DeliveryState } from "#domain/deliveries/delivery-state";
import { statesOf } from "#domain/outbox/status";

/** States of deliveries that are still to be sent or answered: they keep a message from being completed. */
export const OPEN: readonly DeliveryState[] = ["queued", "held", "sending"];
export const SUCCESS = statesOf("success");
export const FAILED = statesOf("failed");
/**
 * States of deliveries that were handed to a gateway. Suppressed deliveries, and those expired or canceled before
 * sending, were not.
 */
export const LEFT: readonly DeliveryState[] = ["sent", "delivered", "undelivered", "failed", "unknown"];

/** States of deliveries that a gateway accepted. */
export const SENT: readonly DeliveryState[] = ["sent", "delivered", "undelivered"];

/** States as an SQL list. */
export const listOf = (states: readonly DeliveryState[]): string => states.map((state) => `'${state}'`).join(", ");

export const OPEN_LIST = listOf(OPEN);
export const SUCCESS_LIST = listOf(SUCCESS);
export const FAILED_LIST = listOf(FAILED);
export const LEFT_LIST = listOf(LEFT);
