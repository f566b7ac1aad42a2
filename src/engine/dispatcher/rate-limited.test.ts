import { expect, test } from "vitest";

import type { SlotRequest } from "#domain/deliveries/throttle";
import { uuidv7 } from "#lib/ids";

import type { DispatcherDeps } from "./options.ts";
import type { LeasedChunk } from "./leased-chunk.ts";
import { createDispatcherState } from "./state.ts";
import { rateLimited } from "./rate-limited.ts";

/** A node with a database that now grants every message this many units. */
function fixture(units = 1) {
  const state = { now: 1_000, asked: [] as number[], back: [] as { id: number; laterMs: number }[] };
  const dispatcherState = createDispatcherState(() => undefined);
  const options = {
    via: { name: "x" },
    clock: { now: () => state.now },
    random: () => 0.5,
    log: () => undefined,
    throttles: {
      async reserve(requests: readonly SlotRequest[]) {
        state.asked.push(requests.length);
        return requests.map(({ key }) => ({ key, units, from: state.now, rate: 1, waitMs: 0 }));
      },
    },
    queue: {
      async release(chunks: readonly { readonly id: number }[], laterMs: number) {
        for (const { id } of chunks) state.back.push({ id, laterMs });
      },
    },
  } as unknown as DispatcherDeps;
  const limited = rateLimited(options, dispatcherState, () => undefined);
  let ids = 0;
  const park = (messageId = uuidv7(state.now), more: Partial<LeasedChunk> = {}): LeasedChunk => {
    ids += 1;
    const leased = {
      claim: { chunk: { id: ids, messageId, priority: 1 } },
      keys: [{ messageId, phone: "+4915112345678" }],
      next: 0,
      open: 0,
      rated: true,
      ...more,
    } as unknown as LeasedChunk;
    dispatcherState.held.add(leased);
    limited.park(leased);
    return leased;
  };
  return { state, dispatcherState, limited, park };
}

test("a node holds at most a thousand chunks of slow campaigns; more are released for a while", async () => {
  const { state, dispatcherState, limited, park } = fixture();
  for (let n = 0; n < 1_200; n += 1) park();
  await Promise.all(dispatcherState.endings);
  expect(dispatcherState.held.size).toBe(1_000);
  expect(state.back).toHaveLength(200);
  expect(state.back[0]).toEqual({ id: 1_001, laterMs: 20_000 });
  // A chunk with deliveries on the wire is not released: it is still needed.
  park(undefined, { open: 1 });
  expect(dispatcherState.held.size).toBe(1_001);
  // All that it holds is requested in one statement.
  limited.start();
  await new Promise((resolve) => setImmediate(resolve));
  expect(state.asked).toEqual([1_001]);
  expect(limited.take(1, 5_000)).toHaveLength(1_001);
  // They have finished: there is capacity again.
  park();
  await limited.stop();
  expect(state.back).toHaveLength(200);
});

test("with more slow campaigns than a node can hold, each gets its turn", async () => {
  const { state, dispatcherState, limited, park } = fixture(0);
  const first = park();
  for (let n = 1; n < 1_000; n += 1) park();
  const early = park();
  expect(dispatcherState.held.has(early)).toBe(false);
  state.now += 20_000;
  // The one held longest is released.
  const late = park(early.claim.chunk.messageId!);
  expect(dispatcherState.held.has(first)).toBe(false);
  expect(dispatcherState.held.has(late)).toBe(true);
  expect(dispatcherState.held.size).toBe(1_000);
  expect(dispatcherState.held.has(park(first.claim.chunk.messageId!))).toBe(true);
  await Promise.all(dispatcherState.endings);
  expect(state.back.map(({ id }) => id)).toEqual([1_001, 1, 2]);
  expect(state.back[1]).toEqual({ id: 1, laterMs: 20_000 });
  await limited.stop();
});

test("a campaign's second chunk is released before another campaign's only one", async () => {
  const { state, dispatcherState, limited, park } = fixture(0);
  for (let n = 0; n < 998; n += 1) park();
  const many = park();
  const spare = park(many.claim.chunk.messageId!);
  park();
  await Promise.all(dispatcherState.endings);
  expect(state.back).toEqual([{ id: spare.claim.chunk.id, laterMs: 20_000 }]);
  expect(dispatcherState.held.has(many)).toBe(true);
  // It returns while its first chunk is still here: nothing is released for it.
  const back = park(many.claim.chunk.messageId!);
  await Promise.all(dispatcherState.endings);
  expect(state.back.map(({ id }) => id)).toEqual([spare.claim.chunk.id, back.claim.chunk.id]);
  await limited.stop();
});

test("a slot from before the clock was set back is not waited for", async () => {
  const { state, limited, park } = fixture();
  state.now = 7_200_000;
  park();
  limited.start();
  await new Promise((resolve) => setImmediate(resolve));
  state.now = 1_000;
  expect(limited.take(1, 10)).toHaveLength(0);
  // Any new chunk makes it look again.
  park();
  await new Promise((resolve) => setImmediate(resolve));
  expect(limited.take(1, 10)).toHaveLength(2);
  await limited.stop();
});
