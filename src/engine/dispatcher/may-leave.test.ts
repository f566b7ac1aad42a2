import { expect, test } from "vitest";

import type { InFlightDelivery } from "./in-flight.ts";
import { CURRENT_MS, isOver, mayLeave } from "./may-leave.ts";
import type { DispatcherDeps } from "./options.ts";
import { createDispatcherState } from "./state.ts";

/** By the database's clock, and by the one that measures how old a mark is: they have nothing in common. */
const NOW = 1_700_000_000_000;
const AT = 5_000;

type Gates = { cleared?: number; leaseEnds?: number; validUntil?: number; closes?: number };

function delivery({ cleared = AT, leaseEnds = NOW + 1, validUntil = NOW + 1, closes }: Gates = {}) {
  const marked = closes === undefined ? {} : { closes };
  return { cleared, leased: { until: leaseEnds }, message: { validUntil }, marked } as unknown as InFlightDelivery;
}

function check(deliveries: readonly InFlightDelivery[], { isPaused = false, isAbandoned = false } = {}) {
  const state = createDispatcherState(() => undefined);
  state.abandoned = isAbandoned;
  for (const one of deliveries) state.leaving.add(one);
  const clocks = { clock: { now: () => NOW }, awake: { now: () => AT } };
  const options = { ...clocks, paused: () => isPaused } as unknown as DispatcherDeps;
  return { leaves: mayLeave(deliveries, options, state), leaving: state.leaving.size };
}

test("a delivery leaves whose gates were checked within a second", () => {
  expect(check([delivery({ cleared: AT - CURRENT_MS })]).leaves).toBe(true);
  expect(check([delivery({ cleared: AT - CURRENT_MS - 1 })]).leaves).toBe(false);
  expect(check([delivery({ cleared: -Infinity })]).leaves).toBe(false);
});

test.each<[string, Gates]>([
  ["its lease has ended", { leaseEnds: NOW }],
  ["it is no longer worth sending", { validUntil: NOW }],
  ["quiet hours have begun for its person", { closes: NOW }],
])("a delivery does not leave if %s", (_, gates) => {
  expect(isOver(delivery(gates), NOW - 1)).toBe(false);
  expect(check([delivery(gates)]).leaves).toBe(false);
});

test("nothing leaves through a paused gateway, nor after a stop that gave up waiting", () => {
  expect(check([delivery()], { isPaused: true }).leaves).toBe(false);
  expect(check([delivery()], { isAbandoned: true }).leaves).toBe(false);
});

test("of a call with several deliveries none leaves if one may not", () => {
  expect(check([delivery(), delivery({ closes: NOW }), delivery()]).leaves).toBe(false);
  expect(check([delivery(), delivery({ cleared: 0 })]).leaves).toBe(false);
});

test("a delivery that has left is not rechecked; several may be several calls, and the later ones are", () => {
  expect(check([delivery()])).toEqual({ leaves: true, leaving: 0 });
  expect(check([delivery(), delivery()])).toEqual({ leaves: true, leaving: 2 });
  expect(check([delivery({ closes: NOW })])).toEqual({ leaves: false, leaving: 1 });
});
