import { expect, test } from "vitest";

import type { Uuid } from "#lib/ids";
import { day, hour, minute } from "#lib/time";

import type { RecentMessage } from "../deliveries/holds.ts";
import { underCap } from "./frequency-cap.ts";
import { MAX_CAPPED_MESSAGES } from "./frequency-cap-settings.ts";

const now = Date.parse("2026-11-23T12:00Z");
const id = (nth: number): Uuid => `00000000-0000-7000-8000-${String(nth).padStart(12, "0")}` as Uuid;
const ago = (hours: number, nth: number): RecentMessage => [id(nth), now - hours * hour];
const cap = { messages: 2, windowHours: 24 };

test("a person gets as many messages as the cap allows, and another when the oldest leaves the window", () => {
  const first = underCap(cap, [], id(1), now);
  expect(first).toEqual({ allowed: true, contacts: [[id(1), now]] });
  expect(underCap(cap, [ago(5, 1)], id(2), now).allowed).toBe(true);
  expect(underCap(cap, [ago(5, 1), ago(2, 2)], id(3), now)).toEqual({ allowed: false, opens: now + 19 * hour });
  expect(underCap(cap, [ago(24, 1), ago(2, 2)], id(3), now).allowed).toBe(true);
  expect(underCap(cap, [ago(23.99, 1), ago(2, 2)], id(3), now).allowed).toBe(false);
});

test("at the instant at which the cap opens, a message is allowed", () => {
  const contacts = [ago(20, 1), ago(9, 2), ago(3, 3)];
  const verdict = underCap(cap, contacts, id(4), now);
  expect(verdict.allowed).toBe(false);
  const opens = verdict.allowed ? NaN : verdict.opens;
  expect(underCap(cap, contacts, id(4), opens - 1).allowed).toBe(false);
  expect(underCap(cap, contacts, id(4), opens).allowed).toBe(true);
});

test("a message that was tried before does not count against itself", () => {
  const one = { messages: 1, windowHours: 24 };
  expect(underCap(one, [ago(1, 1)], id(1), now)).toEqual({ allowed: true, contacts: [[id(1), now]] });
});

test("after the clock was set back, contacts of the future count as of now and never longer than a window", () => {
  const future: readonly RecentMessage[] = [
    [id(1), now + 5 * hour],
    [id(2), now + 6 * hour],
  ];
  expect(underCap(cap, future, id(3), now)).toEqual({ allowed: false, opens: now + 24 * hour });
});

test("the list keeps what a longer window would count, and loses the rest when the first is twice as old", () => {
  const old: readonly RecentMessage[] = [[id(1), now - 61 * day], ago(30 * 24, 2)];
  expect(underCap(cap, old, id(3), now)).toEqual({ allowed: true, contacts: [...old, [id(3), now]] });
  const older: readonly RecentMessage[] = [[id(1), now - 62 * day], [id(4), now - 32 * day], ago(30 * 24, 2)];
  expect(underCap(cap, older, id(3), now)).toEqual({ allowed: true, contacts: [ago(30 * 24, 2), [id(3), now]] });
});

test("the list never has more than twice what the largest cap counts, and never less than that", () => {
  const most = { messages: MAX_CAPPED_MESSAGES, windowHours: 1 };
  let list: readonly RecentMessage[] = [];
  const lengths = new Set<number>();
  for (let nth = 0; nth < 500; nth += 1) {
    const verdict = underCap(most, list, id(nth), now + nth * minute);
    if (!verdict.allowed) throw new Error("60 in an hour are allowed");
    list = verdict.contacts;
    expect(list.slice(-Math.min(nth + 1, 100)).map(([one]) => one)).toEqual(
      Array.from({ length: Math.min(nth + 1, 100) }, (_, back) => id(nth - Math.min(nth, 99) + back)),
    );
    lengths.add(list.length);
  }
  expect(Math.max(...lengths)).toBe(2 * MAX_CAPPED_MESSAGES);
});
