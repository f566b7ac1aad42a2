import { expect, test } from "vitest";

import { DomainError } from "../error.ts";
import { failedTries } from "./failed-tries.ts";

function at(start = 1_000_000) {
  let now = start;
  return { clock: { now: () => now }, pass: (ms: number) => (now += ms) };
}

function waits(check: () => void): number {
  try {
    check();
    return 0;
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    expect((error as DomainError).code).toBe("too_many_requests");
    return (error as DomainError).facts["retry_after"] as number;
  }
}

test("the twentieth failure from one address makes the next try wait until the oldest is a minute old", () => {
  const { clock, pass } = at();
  const tries = failedTries({ clock });
  for (let index = 0; index < 19; index += 1) {
    tries.failed("192.0.2.1", `user${index}`);
    pass(1000);
  }
  tries.check("192.0.2.1", "anybody");
  tries.failed("192.0.2.1", "user20");
  expect(waits(() => tries.check("192.0.2.1", "anybody"))).toBe(41);
  expect(waits(() => tries.check("192.0.2.2", "anybody"))).toBe(0);
  pass(41_000);
  expect(waits(() => tries.check("192.0.2.1", "anybody"))).toBe(0);
  tries.failed("192.0.2.1", "x");
  expect(waits(() => tries.check("192.0.2.1", "anybody"))).toBe(1);
});

test("no window of a minute ever holds more than twenty failures", () => {
  const { clock, pass } = at();
  const tries = failedTries({ clock });
  const failures: number[] = [];
  for (let step = 0; step < 3_000; step += 1) {
    pass((step * 37) % 211);
    if (waits(() => tries.check("192.0.2.1", "admin")) === 0) {
      tries.failed("192.0.2.1", "admin");
      failures.push(clock.now());
    }
  }
  expect(failures.length).toBeGreaterThan(60);
  failures.forEach((time, index) => {
    const twentyLater = failures[index + 20];
    if (twentyLater !== undefined) expect(twentyLater - time).toBeGreaterThanOrEqual(60_000);
  });
});

test("failures of others under a user's name do not block the user: an address that has not failed may try", () => {
  const { clock, pass } = at();
  const tries = failedTries({ clock });
  // They all come from one address, which has to wait itself.
  for (let index = 0; index < 20; index += 1) tries.failed("192.0.2.1", "ADMIN");
  expect(waits(() => tries.check("192.0.2.1", "admin"))).toBe(60);
  expect(waits(() => tries.check("203.0.113.1", "admin"))).toBe(0);
  // An address that has failed once waits while the name is guessed at, and may fail under other names.
  pass(10_000);
  tries.failed("203.0.113.1", "admin");
  expect(waits(() => tries.check("203.0.113.1", "admin"))).toBe(50);
  expect(waits(() => tries.check("203.0.113.1", "somebody"))).toBe(0);
  pass(50_000);
  expect(waits(() => tries.check("203.0.113.1", "admin"))).toBe(0);
});

test("an attacker who guesses the password of one name from many addresses has one try from each, and two hundred a minute from all", () => {
  const { clock, pass } = at();
  const tries = failedTries({ clock });
  let passed = 0;
  for (let round = 0; round < 20; round += 1) {
    for (let index = 0; index < 250; index += 1) {
      const ip = `192.0.${round === 0 ? 2 : 3}.${index}`;
      if (waits(() => tries.check(ip, "admin")) > 0) continue;
      tries.failed(ip, "admin");
      passed += 1;
    }
  }
  expect(passed).toBe(200);
  pass(59_999);
  expect(waits(() => tries.check("198.51.100.1", "admin"))).toBe(1);
  pass(1);
  expect(waits(() => tries.check("198.51.100.1", "admin"))).toBe(0);
});

test("an address that once gave the right password does not wait, however many others fail under the name", () => {
  const { clock } = at();
  const tries = failedTries({ clock });
  tries.succeeded("198.51.100.7", "admin");
  for (let index = 0; index < 1_000; index += 1) tries.failed(`10.1.${index >> 8}.${index & 255}`, "ADMIN");
  expect(waits(() => tries.check("203.0.113.1", "admin"))).toBe(60);
  expect(waits(() => tries.check("198.51.100.7", "Admin"))).toBe(0);
  // Its own failures count for it as for every other.
  for (let index = 0; index < 20; index += 1) tries.failed("198.51.100.7", "admin");
  expect(waits(() => tries.check("198.51.100.7", "admin"))).toBe(60);
});

test("a locked address waits even if it once gave the right password", () => {
  const { clock } = at();
  const tries = failedTries({ clock });
  tries.succeeded("192.0.2.1", "admin");
  for (let index = 0; index < 20; index += 1) tries.failed("192.0.2.1", "somebody");
  expect(waits(() => tries.check("192.0.2.1", "admin"))).toBe(60);
});

test("a million addresses and endlessly long names do not fill the memory", () => {
  const { clock } = at();
  const tries = failedTries({ clock, max: 100 });
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 20_000; index += 1)
    tries.failed(`10.0.${index >> 8}.${index & 255}`, `${index}${"x".repeat(5_000)}`);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000);
  // The latest are still known.
  for (let index = 0; index < 19; index += 1) tries.failed("10.0.78.31", "y");
  expect(waits(() => tries.check("10.0.78.31", "z"))).toBe(60);
});

test("a name with spaces around it is the same name, as for the sign-in", () => {
  const { clock } = at();
  const tries = failedTries({ clock });
  for (let index = 0; index < 19; index += 1) tries.failed(`192.0.2.${index}`, `${" ".repeat(index)}Admin\u00A0`);
  tries.failed("198.51.100.1", "admin");
  expect(waits(() => tries.check("198.51.100.1", " admin"))).toBeGreaterThan(0);
  tries.succeeded("198.51.100.1", "admin");
  expect(waits(() => tries.check("198.51.100.1", "admin "))).toBe(0);
});
