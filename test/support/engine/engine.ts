import { createSecretKey } from "node:crypto";

import { openConfiguredGateways, readGateways } from "#app/service/gateways/open-gateways";
import { openEngine, type EngineDeps, type GatewayPauses } from "#app/service/open-engine";
import { readConfig } from "#app/config/config";
import { contentOf } from "#domain/messages/content";
import { newMessage, type NewMessage } from "#domain/messages/message";
import type { Phone } from "#domain/recipients/phone";
import { acceptQueries } from "#store/queries/accept/accept";
import { fanOutQueries } from "#store/queries/fan-out/fan-out";
import { queueQueries } from "#store/queries/queue/queue";
import { receiptQueries } from "#store/queries/receipts/receipts";
import { routingQueries } from "#store/queries/queue/route-chunks";
import { throttleQueries } from "#store/queries/queue/throttle";
import type { Db } from "#store/database";

import { emptyHost } from "../service/empty-host.ts";
import { pauseAfter } from "../service/processes.ts";
import { dueLoops } from "./due-loops.ts";

export type TestEngine = Awaited<ReturnType<typeof startEngine>>;

/** The worker loops on a test database and real gateways, without HTTP: this is what a worker node runs. */
export async function startEngine(db: Db, dsn: string, more: Partial<EngineDeps> = {}) {
  const notifications = {
    dispatch: (_priorities?: readonly number[]) => {},
    sorted: () => {},
    fanOut: () => {},
    receipts: () => {},
  };
  const receipts = receiptQueries(db, { stored: () => notifications.receipts(), hooked: () => undefined });
  const gateways = openConfiguredGateways(readGateways(readConfig({ TIDINGS_GATEWAY: dsn })), {
    fetch,
    random: Math.random,
    key: createSecretKey(Buffer.alloc(32)),
    events: (gateway, events) => receipts.store(gateway, events.receipts),
    log: () => undefined,
    publicUrl: null,
    basePath: "/svc/v1",
  });
  const messages = acceptQueries(db, (_resolving, priorities) => {
    notifications.dispatch(priorities);
    notifications.fanOut();
  });
  const paused = new Map<string, number>();
  const logged: Record<string, unknown>[] = [];
  const engine = openEngine({
    owner: `test-${process.pid}-${Math.random()}`,
    queue: queueQueries(db, { webhooks: () => undefined, receipts: () => notifications.receipts() }),
    throttles: throttleQueries(db),
    routingStore: routingQueries(db, () => notifications.sorted()),
    receipts,
    fanOuts: fanOutQueries(db, () => notifications.dispatch()),
    readLinks: null,
    linkUnits: 0,
    withoutConsent: async () => new Set(),
    gateways,
    pauses: pausesIn(paused),
    host: emptyHost,
    commerce: null,
    country: null,
    clock: db,
    random: Math.random,
    log: (level, message, detail) => logged.push({ level, message, ...detail }),
    ...more,
  });
  Object.assign(notifications, engine.wake);
  const { fanOut, receipts: apply, retries } = engine.wake;
  const due = dueLoops(db, { fanOut: { wake: fanOut }, receipts: { wake: apply }, retries: { wake: retries } });
  engine.start();
  if (more.works !== false) due.start();
  async function stop(): Promise<void> {
    await due.stop();
    await engine.stop();
  }
  return { messages, gateways, paused, engine: { ...engine, stop }, receipts, logged };
}

/** @param paused until when, in milliseconds since 1970, by gateway; pauses are added to it */
export function pausesIn(paused: Map<string, number>): GatewayPauses {
  return {
    isPaused: (name) => (paused.get(name) ?? 0) > Date.now(),
    all() {
      const lasting = [...paused].filter(([, until]) => until > Date.now());
      return new Map(lasting.map(([name, until]) => [name, { code: "no_credit", reason: "No credit.", until }]));
    },
    async pause(name, _code, _reason, forMs) {
      paused.set(name, Date.now() + forMs);
      return true;
    },
  };
}

/** A message to direct numbers with defaults for everything else. */
export function textTo(phones: readonly string[], more: Partial<NewMessage> = {}): NewMessage {
  const message = newMessage({
    content: contentOf({ text: "Hello" }),
    category: "transactional",
    route: "default",
    phones: phones as Phone[],
    validFor: 3600,
    createdBy: "test",
  });
  return { ...message, ...more };
}

/** `count` different valid numbers. */
export function numbers(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `+4915${String(100_000_000 + from + index)}`);
}

/** Resolves when `check` returns a value; polls the database, never longer than the test may take. */
export async function eventually<T>(
  check: () => Promise<T | null | undefined | false>,
  timeoutMs = 150_000,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    const value = await check();
    if (value) return value;
    const waited = performance.now() - start;
    if (waited > timeoutMs) throw new Error("the condition was never true");
    await pauseAfter(waited);
  }
}
