import { second } from "#lib/time";

import type { InFlightDelivery } from "./in-flight.ts";
import type { DispatcherDeps } from "./options.ts";
import type { DispatcherState } from "./state.ts";

/**
 * A delivery leaves only if all its gates were checked within this time: a command acknowledged before that takes
 * effect. Deliveries that wait longer are rechecked meanwhile (`recheck.ts`).
 */
export const CURRENT_MS = second;

/** @param at by {@link DispatcherDeps.awake} */
export const isStale = ({ cleared }: InFlightDelivery, at: number): boolean => at - cleared > CURRENT_MS;

/** Whether its lease has ended, its hours have, or it is no longer worth sending. */
export const isOver = ({ leased, marked, message }: InFlightDelivery, now: number): boolean =>
  now >= leased.until || now >= message.validUntil || now >= (marked.closes ?? Infinity);

/**
 * The last check, made where the first byte would be written. A process suspended between its mark and this moment
 * does not know what was paused, canceled or opted out meanwhile: what it holds is too old to be sent.
 */
export function mayLeave(
  deliveries: readonly InFlightDelivery[],
  { awake, clock, paused }: DispatcherDeps,
  state: DispatcherState,
): boolean {
  const now = clock.now();
  const at = awake.now();
  if (state.abandoned || paused()) return false;
  if (deliveries.some((delivery) => isStale(delivery, at) || isOver(delivery, now))) return false;
  // Several deliveries may be several calls, one after the other: then the later ones are rechecked meanwhile.
  if (deliveries.length === 1) state.leaving.delete(deliveries[0]!);
  return true;
}
