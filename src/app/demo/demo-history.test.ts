import { expect, test } from "vitest";

import { uuidTime } from "#lib/ids";
import { day } from "#lib/time";

import { demoHistory, HISTORY_DAYS } from "./demo-history.ts";
import { demoPeople } from "./demo-people.ts";

const now = Date.UTC(2027, 2, 2, 6, 30);
const groupIds = [1, 2, 3, 4, 5];
const people = demoPeople(400, groupIds, now);
const blocked = new Set(people.slice(0, 4).map(({ phone }) => phone));
const history = demoHistory(people, { count: 5_000, groupIds, blocked, now });

test("no one gets a message twice, and no event is in the future or before the message", () => {
  const keys = history.deliveries.map(({ messageId, phone }) => `${messageId} ${phone}`);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { messageId, sentAt, deliveredAt, endedAt } of history.deliveries) {
    const at = uuidTime(messageId);
    expect(at).toBeGreaterThan(now - (HISTORY_DAYS + 1) * day);
    const times = [at, sentAt, deliveredAt ?? endedAt].filter((time) => time !== null);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(now);
  }
});

test("people who replied STOP or are blocked get nothing after that", () => {
  const stops = new Map(history.replies.flatMap(({ phone, keyword, at }) => (keyword === "stop" ? [[phone, at]] : [])));
  expect(stops.size).toBeGreaterThan(3);
  const late = history.deliveries.filter(({ messageId, phone }) => uuidTime(messageId) > (stops.get(phone) ?? now));
  expect(late).toEqual([]);
  const sent = history.deliveries.filter(({ phone, state }) => blocked.has(phone) && state !== "suppressed");
  expect(sent).toEqual([]);
});

test("the number of entries is the requested one, and most outcomes occur", () => {
  expect(history.deliveries.length).toBeGreaterThan(4_990);
  expect(history.deliveries.length).toBeLessThan(5_100);
  const states = new Set(history.deliveries.map(({ state }) => state));
  for (const state of ["delivered", "sent", "undelivered", "failed", "suppressed"]) expect(states).toContain(state);
});

test("names are in many scripts, and everyone is a member of the first group", () => {
  const scripts = ["Latin", "Greek", "Cyrillic", "Arabic", "Hebrew", "Devanagari", "Thai", "Han", "Hangul"];
  for (const script of scripts) {
    expect(people.some(({ name }) => new RegExp(`\\p{Script=${script}}`, "u").test(name))).toBe(true);
  }
  expect(people.every(({ memberships }) => memberships[0]?.groupId === 1)).toBe(true);
});
