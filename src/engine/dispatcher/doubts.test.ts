import { expect, test } from "vitest";

import type { Outcome } from "#domain/ports/gateway";

import { doubts } from "./doubts.ts";

const unknown: Outcome = { kind: "unknown", reason: "HTTP 500" };
const accepted: Outcome = { kind: "accepted", providerIds: [] };
const stop: Outcome = { kind: "stop", code: "paused", reason: "paused" };

function many<T>(count: number, of: T): T[] {
  return Array.from({ length: count }, () => of);
}

test("twenty doubtful answers in a row are reason enough, and the last one is told", () => {
  const gateway = doubts();
  expect(gateway.note(many(19, unknown))).toBeNull();
  expect(gateway.many()).toBe(false);
  expect(gateway.note([unknown])).toMatch(/^20 answers in a row .* HTTP 500$/);
  expect(gateway.many()).toBe(true);
});

test("one answer that says something ends the row, wherever it stands in a batch", () => {
  const gateway = doubts();
  gateway.note(many(19, unknown));
  expect(gateway.note([accepted, ...many(19, unknown)])).toBeNull();
  expect(gateway.note([unknown])).not.toBeNull();
  expect(gateway.note([unknown, accepted])).toBeNull();
  expect(gateway.many()).toBe(false);
});

test("what was held back by a pause says nothing about the gateway", () => {
  const gateway = doubts();
  gateway.note(many(25, unknown));
  expect(gateway.note([stop])).toBeNull();
  expect(gateway.many()).toBe(true);
  expect(gateway.note([unknown])).toMatch(/^26 answers/);
});
