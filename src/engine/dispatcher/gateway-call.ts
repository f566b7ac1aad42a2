import type { Outcome } from "#domain/gateways/gateway";
import { errorText } from "#lib/error-text";
import { HELD_BACK, withLastCheck } from "#lib/last-check";

import { smsOf, type InFlightDelivery } from "./in-flight.ts";
import { mayLeave } from "./may-leave.ts";
import type { DispatcherDeps } from "./options.ts";
import type { DispatcherState } from "./state.ts";

/** The outcome of a delivery that was ready when its gateway was paused. */
export const PAUSED: Outcome = { kind: "stop", code: "gateway_paused", reason: "The gateway was paused." };

/** Passes deliveries to the gateway in one call. Returns an outcome for each, and never throws. */
export async function callGateway(
  deliveries: readonly InFlightDelivery[],
  options: DispatcherDeps,
  state: DispatcherState,
): Promise<readonly Outcome[]> {
  if (options.paused()) return deliveries.map(() => PAUSED);
  const { via, log } = options;
  try {
    const outcomes = await withLastCheck(
      () => mayLeave(deliveries, options, state),
      () => via.gateway.send(deliveries.map((delivery) => smsOf(delivery, options))),
    );
    return deliveries.map(
      (_, index) => outcomes[index] ?? { kind: "unknown", reason: "The gateway adapter returned no outcome." },
    );
  } catch (error) {
    // The gateway broke its promise not to throw: it is unknown what it wrote.
    log("error", "gateway failed while sending", { gateway: via.name, error: errorText(error) });
    return deliveries.map(() => ({ kind: "unknown", reason: "The gateway adapter failed." }));
  }
}

/** Whether the delivery never left: its last check, directly before the wire, held it back. */
const wasHeldBack = (outcome: Outcome): boolean => outcome.kind === "later" && outcome.code === HELD_BACK;

/** What a call sent, with an outcome for each, and what never left. */
export type CallResult = {
  readonly sent: readonly InFlightDelivery[];
  readonly outcomes: readonly Outcome[];
  readonly heldBack: readonly InFlightDelivery[];
};

const NONE: readonly InFlightDelivery[] = [];

/** @param given the outcome of each delivery, as {@link callGateway} returns them */
export function resultOf(deliveries: readonly InFlightDelivery[], given: readonly Outcome[]): CallResult {
  if (!given.some(wasHeldBack)) return { sent: deliveries, outcomes: given, heldBack: NONE };
  return {
    sent: deliveries.filter((_, index) => !wasHeldBack(given[index]!)),
    outcomes: given.filter((outcome) => !wasHeldBack(outcome)),
    heldBack: deliveries.filter((_, index) => wasHeldBack(given[index]!)),
  };
}
