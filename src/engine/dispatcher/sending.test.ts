import { expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import type { Outcome } from "#domain/gateways/gateway";
import { lastCheck } from "#lib/last-check";
import { uuidv7 } from "#lib/ids";

import { circuit } from "../circuit.ts";
import type { InFlightDelivery } from "./in-flight.ts";
import { createDispatcherState, type Priority } from "./state.ts";
import type { DispatcherDeps } from "./options.ts";
import { sending } from "./sending.ts";

const HELD: Outcome = { kind: "later", code: "HELD_BACK", reason: "too old", afterMs: 0, throttled: true };

/** Ready deliveries for a gateway that accepts calls of `batch`; the last check decides the outcome of each. */
function fixture(
  batch: number,
  send: (phones: readonly string[]) => Promise<readonly Outcome[]>,
  { window = 10, reservedCalls = 0 } = {},
) {
  const state = { now: 1_000_000, isPaused: false };
  const pauses: string[] = [];
  const back: string[] = [];
  const written: string[] = [];
  const closed: number[] = [];
  const dispatcherState = createDispatcherState(() => undefined);
  const clock = { now: () => state.now };
  const options = {
    via: {
      name: "x",
      ratePer: "message",
      rate: null,
      abilities: {},
      gateway: { send: (all: readonly { to: string }[]) => send(all.map(({ to }) => to)) },
    },
    clock,
    awake: clock,
    random: () => 0.5,
    log: () => undefined,
    repeatable: () => [],
    receiptUrl: () => undefined,
    paused: () => state.isPaused,
    pause: async (code: string) => void pauses.push(code),
    circuit: circuit({ clock, full: 100, replaceable: () => true }),
  } as unknown as DispatcherDeps;
  const sender = sending(options, dispatcherState, {
    capacity: { window, batch, units: Infinity, rows: 100, minMark: 1, reservedCalls, reservedRows: 0 },
    settling: {
      async settle(deliveries, outcomes) {
        deliveries.forEach(({ marked }, index) => written.push(`${marked.phone} ${outcomes[index]!.kind}`));
      },
      releaseKeys: () => undefined,
      releaseDeliveries: (deliveries) => void back.push(...deliveries.map(({ marked }) => marked.phone)),
      close: (_, count) => void closed.push(count),
    },
    pace: { take: () => 0 },
    allowed: () => Infinity,
    recheck: () => undefined,
  });
  const launch = (...phones: string[]): void => launchAt(1, ...phones);
  const launchAt = (priority: Priority, ...phones: string[]): void => {
    for (const phone of phones) {
      const message = { content: contentOf({ text: "Hello" }), validUntil: Infinity };
      const leased = { until: Infinity, claim: { chunk: { route: "x" } } };
      const marked = { messageId: uuidv7(state.now), phone };
      dispatcherState.ready[priority].push({
        leased,
        message,
        marked,
        cleared: state.now,
      } as unknown as InFlightDelivery);
    }
    sender.launch();
  };
  const landed = async (): Promise<void> => {
    while (sender.calls() > 0) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { state, dispatcherState, pauses, back, written, closed, options, sender, launch, launchAt, landed };
}

test("a delivery held back returns to the queue; the answer for its neighbor still stops the gateway", async () => {
  const stop: Outcome = { kind: "stop", code: "no_credit", reason: "no credit" };
  const { back, written, pauses, launch, landed } = fixture(2, async () => [HELD, stop]);
  launch("+491511", "+491512");
  await landed();
  expect({ back, written, pauses }).toEqual({ back: ["+491511"], written: ["+491512 stop"], pauses: ["no_credit"] });
});

test("a call that was held back does not count as an answer from a hanging gateway", async () => {
  const { state, options, launch } = fixture(1, async ([phone]) =>
    phone === "+491511" ? new Promise(() => undefined) : [HELD],
  );
  launch("+491511");
  state.now += 2_900;
  launch("+491512");
  await new Promise((resolve) => setImmediate(resolve));
  state.now += 200;
  expect(options.circuit.health().status).toBe("degraded");
});

test("a delivery waiting for a slot does not leave through a gateway that was paused meanwhile", async () => {
  const free = Promise.withResolvers<void>();
  const { state, back, written, launch, landed } = fixture(1, async () => {
    const mayLeave = lastCheck();
    await free.promise;
    return [mayLeave() ? { kind: "accepted", providerIds: [] } : HELD];
  });
  launch("+491511");
  state.isPaused = true;
  free.resolve();
  await landed();
  expect({ back, written }).toEqual({ back: ["+491511"], written: [] });
});

test("calls of one batch that follow each other slowly are rechecked meanwhile, and leave", async () => {
  const { state, dispatcherState, back, written, launch, landed } = fixture(2, async ([first, second]) => {
    const said: Outcome[] = [];
    for (const phone of [first, second]) {
      said.push(phone !== undefined && lastCheck()() ? { kind: "accepted", providerIds: [] } : HELD);
      // Longer than a delivery may go unchecked; what still waits for the wire was rechecked.
      state.now += 1_500;
      for (const delivery of dispatcherState.leaving) delivery.cleared = state.now;
    }
    return said;
  });
  launch("+491511", "+491512");
  await landed();
  expect({ back, written }).toEqual({ back: [], written: ["+491511 accepted", "+491512 accepted"] });
  expect(dispatcherState.leaving.size).toBe(0);
});

test("what a stop has recorded as unknown stays so: a later answer is only evidence, and nothing returns to the queue", async () => {
  const free = Promise.withResolvers<void>();
  const { back, written, closed, sender, launch, landed } = fixture(2, async () => {
    await free.promise;
    return [HELD, { kind: "accepted", providerIds: [] }];
  });
  launch("+491511", "+491512");
  await sender.recordUnanswered();
  expect(written).toEqual(["+491511 unknown", "+491512 unknown"]);
  free.resolve();
  await landed();
  expect({ back, closed, later: written.slice(2) }).toEqual({ back: [], closed: [], later: ["+491512 accepted"] });
});

test("a call that has ended is not recorded by a stop, and ends its deliveries in their chunk", async () => {
  const { written, closed, sender, launch, landed } = fixture(2, async (phones) =>
    phones.map(() => ({ kind: "accepted", providerIds: [] })),
  );
  launch("+491511", "+491512");
  await landed();
  await sender.recordUnanswered();
  expect(written).toEqual(["+491511 accepted", "+491512 accepted"]);
  expect(closed.reduce((sum, count) => sum + count, 0)).toBe(2);
});

test("a recovering gateway gets no more deliveries at once than its circuit allows", async () => {
  const calls: number[] = [];
  const { options, launch } = fixture(2, (phones) => {
    calls.push(phones.length);
    return new Promise(() => undefined);
  });
  Object.assign(options, { circuit: { ...options.circuit, allowance: () => 3 } });
  launch("+491511", "+491512", "+491513", "+491514", "+491515");
  expect(calls).toEqual([2, 1]);
});

test("one-time passwords have calls that no other message takes", async () => {
  const called: string[] = [];
  const send = async ([phone]: readonly string[]): Promise<readonly Outcome[]> => {
    called.push(phone!);
    return new Promise(() => undefined);
  };
  const { launch, launchAt } = fixture(1, send, { window: 3, reservedCalls: 1 });
  launch("+491511", "+491512", "+491513");
  expect(called).toEqual(["+491511", "+491512"]);
  launchAt(0, "+491514");
  expect(called).toEqual(["+491511", "+491512", "+491514"]);
});
