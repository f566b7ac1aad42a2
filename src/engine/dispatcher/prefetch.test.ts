import { expect, test } from "vitest";

import { circuit } from "../circuit.ts";
import type { CallShare } from "./call-share.ts";
import { capacityOf } from "./capacity.ts";
import type { Claims } from "./claims.ts";
import type { InFlightDelivery } from "./in-flight.ts";
import type { LeasedPortion } from "./leased-chunk.ts";
import type { Leases } from "./leases.ts";
import type { LeasingDeps, NamedGateway } from "./options.ts";
import { prefetch } from "./prefetch.ts";
import type { RateLimited } from "./rate-limited.ts";
import { createDispatcherState } from "./state.ts";

/** A window of 100 in front of a queue that never ends; `ready` and `marked` deliveries of 200. */
function fixture({ ready, marked }: { readonly ready: number; readonly marked: number }) {
  const state = createDispatcherState(() => undefined);
  state.marked = marked;
  state.ready[2].push(...Array.from({ length: ready }, () => ({}) as InFlightDelivery));
  const clock = { now: () => 1_000 };
  const via = { name: "x", gateway: { window: 100, batchSize: 1 }, rate: null, maxInFlight: null } as unknown;
  const marks: number[] = [];
  const { fill } = prefetch(
    {
      via,
      clock,
      paused: () => false,
      circuit: circuit({ clock, full: 200, replaceable: () => false }),
    } as LeasingDeps,
    state,
    {
      capacity: capacityOf(via as NamedGateway),
      claims: {
        waiting: () => 1_000,
        mayClaim: () => false,
        take: (_priority, rows) => [{ keys: Array.from({ length: rows }), leased: {} } as unknown as LeasedPortion],
      } as Partial<Claims> as Claims,
      rateLimited: {
        take: () => [] as readonly LeasedPortion[],
        waits: () => false,
      } as Partial<RateLimited> as RateLimited,
      leases: {} as Leases,
      callShare: { calls: () => Infinity, isDenied: () => false } as Partial<CallShare> as CallShare,
      mark: async (portions) => void marks.push(...portions.map(({ keys }) => keys.length)),
    },
  );
  return { fill: () => fill([2]), marks };
}

test("what is free is marked as soon as less is ready than the smallest mark that is worth its commit", async () => {
  const { fill, marks } = fixture({ ready: 49, marked: 160 });
  expect(await fill()).toBe(true);
  expect(marks).toEqual([30]);
});

test("while enough is ready, a mark waits until a quarter of the deliveries is free", async () => {
  const waiting = fixture({ ready: 50, marked: 160 });
  expect(await waiting.fill()).toBe(false);
  expect(waiting.marks).toEqual([]);
  const free = fixture({ ready: 50, marked: 140 });
  expect(await free.fill()).toBe(true);
  expect(free.marks).toEqual([50]);
});
