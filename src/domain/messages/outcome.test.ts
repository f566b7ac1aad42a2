import { describe, expect, test } from "vitest";

import { afterTry, type TryContext } from "./outcome.ts";

const context: TryContext = { attempt: 0, mayRepeat: false, remainingMs: 3_600_000, random: 0.5 };
const lastTry = { ...context, attempt: 11 };
const unknown = { kind: "unknown", reason: "no answer" } as const;
const later = { kind: "later", code: "busy", reason: "busy" } as const;

describe("a delivery that the gateway may have accepted", () => {
  test("stays in doubt if it must not be repeated", () => {
    expect(afterTry(unknown, context)).toMatchObject({ state: "unknown" });
  });

  test("is tried again if a repeat was requested", () => {
    const repeat = { ...context, mayRepeat: true };
    expect(afterTry(unknown, repeat)).toMatchObject({ state: "queued", counts: true, retryMs: 1_500 });
    expect(afterTry(unknown, { ...repeat, attempt: 1 })).toMatchObject({ retryMs: 3_000, inDoubt: true });
  });

  test("is in doubt, never failed, when its tries are used up", () => {
    expect(afterTry(unknown, { ...lastTry, mayRepeat: true })).toMatchObject({ state: "unknown" });
  });
});

describe("a delivery in doubt whose repeat is refused", () => {
  const refused = { kind: "rejected", code: "21610", reason: "opted out", optedOut: true } as const;

  test("stays in doubt: the first try may have arrived, and a recipient who opted out gets no other", () => {
    const doubt = { ...context, mayRepeat: true, inDoubt: true };
    expect(afterTry(refused, doubt)).toMatchObject({ state: "unknown", optedOut: true });
  });

  test("has failed if the gateway would have recognized what it had accepted", () => {
    const doubt = { ...context, mayRepeat: true, inDoubt: true, recognized: true };
    expect(afterTry(refused, doubt)).toMatchObject({ state: "failed", failure: "21610" });
  });
});

describe("a delivery that the gateway certainly did not accept", () => {
  test("waits twice as long after each try, at most a quarter of an hour, and fails after the twelfth", () => {
    const waits = [0, 1, 2, 3, 9, 10].map((attempt) => afterTry(later, { ...context, attempt }).retryMs!);
    expect(waits).toEqual([1_500, 3_000, 6_000, 12_000, 675_000, 675_000]);
    expect(afterTry(later, lastTry)).toMatchObject({ state: "failed", failure: "busy" });
  });

  test("waits at least as long as the gateway asks", () => {
    expect(afterTry({ ...later, afterMs: 60_000 }, context).retryMs).toBe(60_000);
  });

  test("is tried again after the time that a throttling gateway names, or a second, and up to a quarter more", () => {
    const throttled = { ...later, throttled: true };
    expect(afterTry(throttled, context).retryMs).toBe(1_125);
    expect(afterTry({ ...throttled, afterMs: 4_000 }, context).retryMs).toBe(4_500);
  });

  test("uses up no try while the gateway throttles or its account is in trouble", () => {
    expect(afterTry({ ...later, throttled: true }, lastTry)).toMatchObject({ state: "queued", counts: false });
    const stop = { kind: "stop", code: "no_credit", reason: "no credit" } as const;
    expect(afterTry(stop, lastTry)).toMatchObject({ state: "queued", counts: false, retryMs: 2_000 });
  });

  test("is due no later than its validity ends", () => {
    expect(afterTry(later, { ...context, attempt: 9, remainingMs: 1_000 }).retryMs).toBe(1_000);
    expect(afterTry(later, { ...context, remainingMs: -5 }).retryMs).toBe(0);
  });
});

test("an accepted delivery keeps the id of the provider, and what it says about segments, channel and itself", () => {
  expect(afterTry({ kind: "accepted", providerIds: ["a1"] }, context)).toEqual({
    state: "sent",
    counts: true,
    providerIds: ["a1"],
  });
  const more = { segments: 2, channel: "rcs", response: "queued at the carrier" } as const;
  expect(afterTry({ kind: "accepted", providerIds: ["a1"], ...more }, context)).toMatchObject(more);
});
