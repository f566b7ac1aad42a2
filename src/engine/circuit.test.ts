import { expect, test } from "vitest";

import type { Outcome } from "#domain/gateways/gateway";

import { circuit, type Circuit } from "./circuit.ts";

const ok: Outcome = { kind: "accepted", providerIds: [] };
const refused: Outcome = { kind: "rejected", code: "x", reason: "no such number" };
const later: Outcome = { kind: "later", code: "unreachable", reason: "connection refused" };
const throttled: Outcome = { ...later, throttled: true };
const unknown: Outcome = { kind: "unknown", reason: "no answer" };
const stop: Outcome = { kind: "stop", code: "auth", reason: "wrong password" };

function bench({ replaceable = true, full = 200 } = {}) {
  const clock = { at: 1_000_000, now: () => clock.at };
  const one = circuit({ clock, full, replaceable: () => replaceable });
  const answer = (...outcomes: Outcome[]) => outcomes.map((outcome) => one.began()([outcome])).at(-1) ?? null;
  const times = (outcome: Outcome, count: number) => answer(...Array.from({ length: count }, () => outcome));
  return { one, clock, answer, times, status: () => one.health().status };
}

test("five consecutive failed attempts degrade a gateway; a success in between prevents it", () => {
  const { answer, times, status } = bench();
  times(later, 4);
  answer(refused);
  times(later, 4);
  expect(status()).toBe("up");
  answer(later);
  expect(status()).toBe("degraded");
});

test("with few deliveries, two failures over half a second are enough", () => {
  const { answer, clock, status } = bench();
  answer(later);
  answer(unknown);
  clock.at += 499;
  expect(status()).toBe("up");
  clock.at += 1;
  answer(later);
  expect(status()).toBe("degraded");
});

test("a gateway that is merely too busy, or whose account is in trouble, is not degraded", () => {
  const { times, status } = bench();
  times(throttled, 50);
  times(stop, 50);
  expect(status()).toBe("up");
});

test("calls unanswered for three seconds degrade it, an answer restores it", () => {
  const { one, clock, status } = bench();
  const [first, second] = [one.began(), one.began()];
  clock.at += 2_900;
  expect(status()).toBe("up");
  clock.at += 200;
  expect(status()).toBe("degraded");
  first([ok]);
  expect(status()).toBe("up");
  clock.at += 3_100;
  expect(status()).toBe("up");
  clock.at += 10_000;
  expect(status()).toBe("degraded");
  second([unknown]);
  expect(one.health()).toMatchObject({ status: "degraded", reason: expect.stringContaining("no answer") });
});

test("a gateway that is always slow gets three times its usual duration", () => {
  const { one, clock, status } = bench();
  for (let index = 0; index < 20; index += 1) {
    const answered = one.began();
    clock.at += 5_000;
    answered([ok]);
  }
  one.began();
  clock.at += 14_000;
  expect(status()).toBe("up");
  clock.at += 2_000;
  expect(status()).toBe("degraded");
});

test("after a cool-down one delivery probes, then the load doubles each second, then it is unlimited", () => {
  const { one, clock, answer, times, status } = bench();
  times(later, 5);
  clock.at += 10_000;
  expect([status(), one.allowance()]).toEqual(["recovering", 1]);
  answer(ok);
  const seen: number[] = [];
  while (status() !== "up" && seen.length < 20) {
    seen.push(one.allowance());
    clock.at += 1_000;
    answer(ok);
  }
  expect(seen).toEqual([2, 4, 8, 16, 32, 64, 128]);
  expect(one.allowance()).toBe(Infinity);
});

test("two gateways that replace each other recover at the same time, without waiting for each other", () => {
  const clock = { at: 1_000_000, now: () => clock.at };
  const isHealthy = (one: Circuit): boolean => ["up", "recovering"].includes(one.health().status);
  const a: Circuit = circuit({ clock, full: 200, replaceable: () => isHealthy(b) });
  const b: Circuit = circuit({ clock, full: 200, replaceable: () => isHealthy(a) });
  for (const one of [a, b]) for (let call = 0; call < 5; call += 1) one.began()([later]);
  expect([a.health().status, b.health().status]).toEqual(["degraded", "degraded"]);
  // Neither can replace the other: each goes on as before.
  expect([a.allowance(), b.allowance()]).toEqual([Infinity, Infinity]);
  clock.at += 10_000;
  for (const one of [a, b]) {
    expect(one.health()).toMatchObject({ status: "recovering", part: 1 / 200 });
    expect(one.allowance()).toBe(1);
  }
});

test("a failed probe doubles the cool-down, up to a minute", () => {
  const { clock, answer, times, status } = bench();
  times(later, 5);
  for (const coolDown of [10, 20, 40, 60, 60]) {
    clock.at += coolDown * 1_000 - 1;
    expect(status()).toBe("degraded");
    clock.at += 1;
    expect(status()).toBe("recovering");
    answer(later);
    expect(status()).toBe("degraded");
  }
});

test("twenty deliveries in doubt cause a pause, and each further one causes another, until one succeeds", () => {
  const { one, clock, answer, times } = bench({ replaceable: false });
  expect(times(unknown, 19)).toBeNull();
  expect(answer(unknown)).toMatchObject({ ms: 10_000, reason: expect.stringMatching(/^20 answers.*no answer$/) });
  expect(answer(unknown)).toBeNull();
  clock.at += 10_000;
  expect(one.allowance()).toBe(1);
  expect(answer(unknown)).toMatchObject({ ms: 20_000 });
  clock.at += 20_000;
  expect(answer(ok)).toBeNull();
  expect(one.allowance()).toBe(2);
});

test("a gateway without a replacement continues as before while it is only degraded", () => {
  const { one, times, status } = bench({ replaceable: false });
  times(later, 5);
  expect([status(), one.allowance(), one.shares()]).toEqual(["degraded", Infinity, false]);
});

test("one-time passwords are not used as the first probe, for a while", () => {
  const { one, clock, answer, times } = bench();
  expect(one.isProbing()).toBe(false);
  times(later, 5);
  clock.at += 10_000;
  expect(one.isProbing()).toBe(true);
  clock.at += 5_000;
  expect(one.isProbing()).toBe(false);
  clock.at -= 5_000;
  answer(ok);
  expect(one.isProbing()).toBe(false);
});

test("a pause from another node ends in a probe, one lifted by a user ends in full trust", () => {
  const { one, clock, status } = bench();
  one.paused(clock.at + 60_000, "no credit");
  expect(status()).toBe("degraded");
  clock.at += 60_000;
  expect(status()).toBe("recovering");
  one.paused(clock.at + 60_000, "no credit");
  one.reset();
  expect(status()).toBe("up");
});

test("a database clock set back by an hour does not keep a gateway from being trusted again", () => {
  const { one, answer, times, clock, status } = bench();
  times(later, 5);
  expect(status()).toBe("degraded");
  clock.at -= 3_600_000;
  expect(status()).toBe("recovering");
  expect(one.isProbing()).toBe(false);
  answer(ok);
  clock.at -= 3_600_000;
  for (let second = 0; second <= 10; second += 1) {
    answer(ok);
    clock.at += 1_000;
  }
  expect(status()).toBe("up");
});

test("an answer to a call from before the cool-down does not end it", () => {
  const { one, clock, times, status } = bench();
  const early = one.began();
  times(later, 5);
  clock.at += 5_000;
  early([ok]);
  expect([status(), one.allowance()]).toEqual(["degraded", 1]);
  clock.at += 5_000;
  expect([status(), one.allowance()]).toEqual(["recovering", 1]);
});

test("a gateway that hangs is degraded since its last answer, another one since the failure that degraded it", () => {
  const { one, clock } = bench();
  const since = clock.at;
  one.began();
  clock.at += 3_000;
  expect(one.health()).toMatchObject({ status: "degraded", since });
  const other = bench();
  other.times(later, 5);
  other.clock.at += 1_000;
  expect(other.one.health().since).toBe(other.clock.at - 1_000);
});
