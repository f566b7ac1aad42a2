import { afterEach, expect, test } from "vitest";

import type { Caller } from "#domain/access/capability";
import type { JobStore } from "#domain/jobs/job-store";
import type { Topic } from "#domain/live/topics";
import type { MessageViews } from "#domain/messages/message-view";

import { eventHub, type EventHub } from "./event-hub.ts";

let hub: EventHub;
afterEach(() => hub.close());

const views = { find: async () => null, list: async () => ({ found: [], last: null }) } as MessageViews;
const caller = { principal: "test:1", capabilities: new Set() } as unknown as Caller;
const decoder = new TextDecoder();

/** @param topicsAt the topics that have changed at a reading, counted from 0 */
function open(topicsAt: (reading: number) => readonly Topic[], list: JobStore["list"] = async () => []) {
  const readings = { count: 0 };
  const waiting: { at: number; done: () => void }[] = [];
  hub = eventHub({
    changes: {
      follow: () => ({
        async next() {
          const topics = new Set(topicsAt(readings.count));
          readings.count += 1;
          for (const { at, done } of waiting) if (readings.count >= at) done();
          return { topics, place: { events: readings.count, tables: {} } };
        },
      }),
      since: async () => new Set<Topic>(["inbox"]),
    },
    messageViews: views,
    jobs: { list },
    readStanding: async (callers) => callers.map(({ capabilities }) => capabilities),
    jobKinds: [],
    clock: { now: () => performance.now() },
    log: () => undefined,
  });
  return {
    readings,
    reached: (at: number) => new Promise<void>((done) => waiting.push({ at, done })),
    watch: async (lastEventId: string | null = null) =>
      (await hub.watch({
        caller,
        topics: ["inbox", "outbox", "jobs"],
        leftOut: [],
        jobs: { kinds: [], createdBy: null, state: null },
        lastEventId,
      }))!.getReader(),
  };
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const { value } = await reader.read();
  return decoder.decode(value);
}

test("without watchers nothing is read", async () => {
  const { readings, watch, reached } = open(() => []);
  expect(readings.count).toBe(0);
  const reader = await watch();
  await reached(2);
  await reader.cancel();
  const after = readings.count;
  const again = await watch();
  // The first reading of a new follower, and none in between.
  expect(readings.count).toBeLessThanOrEqual(after + 2);
  await again.cancel();
});

test("a reader that is slow gets one event for each topic, and the place of the last", async () => {
  const { watch, reached } = open((reading) => (reading === 0 ? [] : ["inbox"]));
  const reader = await watch();
  await reached(4);
  const text = await next(reader);
  expect(text.match(/event: ready/g)).toHaveLength(1);
  expect(text.indexOf("event: ready")).toBeLessThan(text.indexOf("event: changed"));
  expect(text.match(/event: changed/g)).toHaveLength(1);
  expect(text.match(/^id: /gm)).toHaveLength(1);
});

test("changes are reported even if the states that belong to them cannot be read", async () => {
  const refuse = () => Promise.reject(new Error("the database restarts"));
  const { watch } = open((reading) => (reading === 1 ? ["inbox"] : []), refuse);
  const reader = await watch();
  let said = "";
  while (!said.includes("changed")) said += await next(reader);
  expect(said).toContain('"topic":"inbox"');
});

test("what was missed follows the first event", async () => {
  const { watch } = open(() => []);
  const place = Buffer.from(JSON.stringify([1, {}])).toString("base64url");
  const text = await next(await watch(place));
  expect(text).toMatch(/event: ready[^]*event: changed\ndata: \{"topic":"inbox"/);
});
