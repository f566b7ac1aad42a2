import { describe, expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";
import type { Outcome } from "#domain/gateways/gateway";
import { uuidv7 } from "#lib/ids";
import { hour, second } from "#lib/time";

import type { InFlightDelivery } from "./in-flight.ts";
import type { DispatcherDeps } from "./options.ts";
import { outcomeWithoutSending } from "./outcome-without-sending.ts";
import { settlementOf } from "./settlement.ts";

const now = 1_000_000_000;
const down: Outcome = { kind: "later", code: "ECONNREFUSED", reason: "connection refused" };
const lost: Outcome = { kind: "unknown", reason: "no answer" };

type Case = {
  /** The queue's route by which the delivery was claimed; the gateway's own is `a`. */
  route?: string;
  attempt?: number;
  doubtSince?: number;
  hasPicture?: boolean;
  validForMs?: number;
};

function deliveryOf({ route = "a", attempt = 0, doubtSince, hasPicture = false, validForMs = hour }: Case = {}) {
  return {
    leased: { claim: { chunk: { id: uuidv7(now), token: 7, route, priority: 1 } } },
    marked: {
      messageId: uuidv7(now),
      phone: "+15005550006",
      attempt,
      inDoubt: doubtSince !== undefined,
      ...(doubtSince !== undefined && { doubtSince }),
    },
    message: {
      content: contentOf({ text: "Hello", ...(hasPicture && { media: ["https://x.example/a.png"] }) }),
      validUntil: now + validForMs,
    },
  } as unknown as InFlightDelivery;
}

type Gateway = {
  /** Routes that this gateway serves now. */
  serves?: readonly string[];
  /** Whether another gateway is healthy and can replace it. */
  isReplaceable?: boolean;
  repeats?: boolean;
  isBound?: boolean;
  otherFor?: () => string | null;
  accountSince?: number;
  deduplicatesFor?: number;
};

function gatewayOf({ serves = ["a"], isReplaceable = false, repeats = false, isBound = false, ...more }: Gateway = {}) {
  const { otherFor, accountSince, deduplicatesFor } = more;
  return {
    via: { name: "a", abilities: { deduplicatesFor }, ...(accountSince !== undefined && { accountSince }) },
    clock: { now: () => now },
    random: () => 0.5,
    repeatable: () => (repeats ? ["a"] : []),
    bound: () => (isBound ? ["a"] : []),
    routes: () => serves,
    circuit: { replaceable: () => isReplaceable },
    ...(otherFor && { otherFor }),
  } as unknown as DispatcherDeps;
}

const settle = (outcome: Outcome, given: Case = {}, gateway: Gateway = {}) =>
  settlementOf(deliveryOf(given), outcome, gatewayOf(gateway));

describe("a delivery that the gateway certainly did not accept", () => {
  test("waits longer with each attempt while no other gateway can take it", () => {
    const waits = [0, 1, 2].map((attempt) => settle(down, { attempt }).retryMs!);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits[0]).toBeGreaterThan(second);
  });

  test("is soon tried again where another gateway can take it, until it is known whether this one is down", () => {
    const waits = [0, 1, 2, 3].map((attempt) => settle(down, { attempt }, { isReplaceable: true }).retryMs!);
    expect(waits.filter((ms) => ms <= second).length).toBeGreaterThan(0);
    expect(waits.at(-1)).toBeGreaterThan(second);
  });

  test("does not wait at all on a route that this gateway no longer serves", () => {
    expect(settle(down, { route: "default" }, { serves: ["a"] })).toMatchObject({ state: "queued", retryMs: 0 });
    expect(settle(down, { route: "default" }, { serves: ["a", "default"] }).retryMs).toBeGreaterThan(second);
  });

  test("waits as the gateway asks if that throttles it, whoever else could send it", () => {
    const throttled: Outcome = { ...down, throttled: true, afterMs: 9 * second };
    const waits = settle(throttled, { route: "default" }, { isReplaceable: true });
    expect(waits).toMatchObject({ state: "queued", counts: false });
    expect(waits.retryMs).toBeGreaterThanOrEqual(9 * second);
  });
});

describe("a delivery that the gateway may have accepted", () => {
  test("is in doubt, and not sent again", () => {
    expect(settle(lost)).toMatchObject({ state: "unknown" });
    expect(settle(lost)).not.toHaveProperty("retryMs");
  });

  test("is sent again by that gateway alone if it recognizes only what it has seen itself", () => {
    const repeated = settle(lost, { route: "default" }, { repeats: true, isBound: true });
    expect(repeated).toMatchObject({ state: "queued", inDoubt: true, route: "a", boundTo: "a" });
  });

  test("is sent again by any gateway if the operator accepts that it may arrive twice", () => {
    const repeated = settle(lost, { route: "default" }, { repeats: true });
    expect(repeated).toMatchObject({ state: "queued", inDoubt: true, route: "default" });
    expect(repeated).not.toHaveProperty("boundTo");
  });

  test("is not bound to a gateway that accepts no repeat", () => {
    expect(settle(lost, {}, { isBound: true })).toMatchObject({ state: "unknown", route: "a" });
    expect(settle(lost, {}, { isBound: true })).not.toHaveProperty("boundTo");
  });
});

describe("a repeat that only one gateway may send", () => {
  const since = now - hour;
  const bound = { repeats: true, isBound: true };
  const unsent = (given: Case, gateway: Gateway) => outcomeWithoutSending(deliveryOf(given), gatewayOf(gateway));

  test("is sent as long as that gateway recognizes it", () => {
    expect(unsent({ doubtSince: since }, { ...bound, deduplicatesFor: 3_601 })).toBeNull();
    expect(unsent({ doubtSince: since }, { ...bound, deduplicatesFor: 3_600 })).toMatchObject({ kind: "unknown" });
    expect(unsent({ doubtSince: since }, bound)).toBeNull();
  });

  test("is not sent for an account that has never seen it, nor within the minute in which nodes follow a change", () => {
    const of = (accountSince: number) => unsent({ doubtSince: since }, { ...bound, accountSince });
    expect(of(since - 60 * second)).toBeNull();
    expect(of(since - 59 * second)).toMatchObject({ kind: "unknown" });
    expect(of(since + second)).toMatchObject({ kind: "unknown" });
  });

  test("is not sent by a gateway that no longer recognizes repeats, unless it may arrive twice", () => {
    expect(unsent({ doubtSince: since }, {})).toMatchObject({ kind: "unknown" });
    expect(unsent({ doubtSince: since }, { repeats: true })).toBeNull();
  });

  test("that comes too late ends in doubt, although the gateway accepts repeats", () => {
    const outcome = unsent({ doubtSince: since }, { ...bound, deduplicatesFor: 1 })!;
    expect(settle(outcome, { doubtSince: since }, bound)).toMatchObject({ state: "unknown" });
  });
});

describe("a delivery whose gateway lacks an ability by now", () => {
  const picture = { hasPicture: true };
  const lack = outcomeWithoutSending(deliveryOf(picture), gatewayOf())!;

  test("is not sent, and may be sent later", () => {
    expect(lack).toMatchObject({ kind: "later" });
    expect(outcomeWithoutSending(deliveryOf(), gatewayOf())).toBeNull();
  });

  test("is moved to a gateway that can send it, without counting as an attempt", () => {
    const moved = settle(lack, picture, { otherFor: () => "b" });
    expect(moved).toMatchObject({ state: "queued", route: "b", counts: false, retryMs: 0 });
  });

  test("stays with a gateway that may have accepted it", () => {
    const given = { ...picture, doubtSince: now - second };
    const kept = settle(lack, given, { repeats: true, isBound: true, otherFor: () => "b" });
    expect(kept).toMatchObject({ state: "queued", route: "a", loggedOnce: true });
  });

  test("waits minutes for its gateway if no other can send it, and only the first attempt is logged", () => {
    const waits = settle(lack, picture, { isReplaceable: true, otherFor: () => null });
    expect(waits).toMatchObject({ state: "queued", route: "a", counts: true, loggedOnce: true });
    expect(waits.retryMs).toBeGreaterThanOrEqual(300 * second);
  });
});
