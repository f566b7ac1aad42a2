import { afterEach, expect, test } from "vitest";

import type { Caller } from "#domain/access/capability";
import { contentOf } from "#domain/messages/content";
import type { MessageView } from "#domain/messages/message-view";
import { uuidv7, type Uuid } from "#lib/ids";

import { progressHub, type ProgressHub } from "./progress-hub.ts";

let hub: ProgressHub;
afterEach(() => hub.close());

function viewOf(id: Uuid, sent: number): MessageView {
  return {
    id,
    state: "running",
    reason: null,
    category: "marketing",
    createdBy: "test:1",
    content: contentOf({ text: "Hello" }),
    recipients: { matched: 9, accepted: 9, duplicates: 0, invalid: 0, suppressed: 0 },
    ratePerMinute: null,
    scheduleId: null,
    firstSentAt: null,
    finishedAt: null,
    addressees: null,
    deliveries: {},
    resolving: false,
    held: null,
    route: "default",
    trouble: null,
    refusedPeople: null,
    costs: [],
    counts: sent === 0 ? [] : [{ state: "sent", reason: "", count: sent }],
    pace: { texts: 0, seconds: 1 },
    at: 0,
  };
}

const callerOf = (name: string) => ({ principal: `test:${name}`, capabilities: new Set() }) as unknown as Caller;
const [ada, bob] = [callerOf("ada"), callerOf("bob")];

function open(
  find: (id: Uuid) => MessageView | null,
  heartbeatMs?: number,
  isGone: (principal: string) => boolean = () => false,
): void {
  hub = progressHub({
    messageViews: { find: async (id) => find(id) },
    readStanding: async (callers) => callers.map((one) => (isGone(one.principal) ? null : one.capabilities)),
    clock: { now: () => performance.now() },
    log: () => undefined,
    ...(heartbeatMs !== undefined && { heartbeatMs }),
  });
}

const decoder = new TextDecoder();
async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string | null> {
  const { done, value } = await reader.read();
  return done ? null : decoder.decode(value);
}

test("a quiet stream sends a sign of life from time to time", async () => {
  const id = uuidv7(0);
  open(() => viewOf(id, 0), 20);
  const reader = hub.watch(viewOf(id, 0), ada)!.getReader();
  expect(await next(reader)).toContain("event: progress");
  expect(await next(reader)).toMatch(/^:/);
  await reader.cancel();
  expect(hub.open()).toBe(0);
});

test("a watcher that reads slowly finds the newest state, and nothing accumulates for it", async () => {
  const id = uuidv7(0);
  let sent = 0;
  let polls = 0;
  let polled = (): void => undefined;
  const enough = new Promise<void>((resolve) => (polled = resolve));
  open(() => {
    sent += 1;
    polls += 1;
    if (polls === 3) polled();
    return viewOf(id, sent);
  });
  const reader = hub.watch(viewOf(id, 0), ada)!.getReader();
  await enough;
  // One turn of the loop later the third state is there.
  const event = await next(reader);
  expect(event).toContain(`"sent":${sent}`);
});

test("a message is queried once a second however many watch it", async () => {
  const id = uuidv7(0);
  let polls = 0;
  let polled = (): void => undefined;
  const twice = new Promise<void>((resolve) => (polled = resolve));
  open(() => {
    polls += 1;
    if (polls === 2) polled();
    return viewOf(id, polls);
  });
  const before = performance.now();
  const readers = Array.from({ length: 15 }, () => hub.watch(viewOf(id, 0), ada)!.getReader());
  await twice;
  expect(performance.now() - before).toBeGreaterThan(1_500);
  for (const reader of readers) expect(await next(reader)).toContain("event: progress");
});

test("a stream that is not read takes nothing from the others, and ends with the service", async () => {
  const id = uuidv7(0);
  open(() => viewOf(id, 0));
  hub.watch(viewOf(id, 0), ada);
  const reader = hub.watch(viewOf(id, 0), bob)!.getReader();
  await next(reader);
  hub.close();
  expect(await next(reader)).toBeNull();
  expect(hub.open()).toBe(0);
  expect(hub.watch(viewOf(id, 0), ada)).toBeNull();
});

test("a reader whose session or application password has ended hears nothing more, and the others do", async () => {
  const id = uuidv7(0);
  let sent = 0;
  open(
    () => viewOf(id, (sent += 1)),
    undefined,
    (principal) => principal === bob.principal,
  );
  const [stays, leaves] = [ada, bob].map((caller) => hub.watch(viewOf(id, 0), caller)!.getReader());
  while ((await next(leaves!)) !== null);
  expect(await next(stays!)).toContain("event: progress");
  expect(hub.open()).toBe(1);
});
