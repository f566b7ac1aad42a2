import { afterAll, afterEach, beforeAll } from "vitest";

import type { EngineDeps } from "#app/service/open-engine";

import { freshDatabase, type TestDatabase } from "../database/database.ts";
import { statesOf } from "../database/ledger.ts";
import { eventually, startEngine, type TestEngine } from "./engine.ts";
import { startScriptedProvider, type ProviderReply } from "../providers/scripted-provider.ts";

type Answer = Parameters<typeof startScriptedProvider>[0];

/** Tables that sending fills, whichever part sends. */
const TABLES = [
  "messages",
  "deliveries",
  "chunks",
  "retries",
  "fanout_leavers",
  "fanouts",
  "cancellations",
  "events",
  "provider_refs",
  "receipts",
  "throttles",
  "suppressions",
  "outbox_deltas",
  "stat_deltas",
  "stat_hours",
  "stat_days",
  "message_splits",
  "message_costs",
  "outbox_totals",
  "message_deltas",
  "message_totals",
];

/**
 * One database for the tests of a file, created before the first and emptied after each. Everything that a test opens
 * through it is closed after the test, the newest first. To be called once, outside the tests.
 */
export function openFixture(options: { readonly max?: number } = {}) {
  let db: TestDatabase;
  const open: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    db = await freshDatabase(options);
  });
  afterEach(async () => {
    for (const close of open.splice(0).toReversed()) await close();
    await db.pool.query(`truncate ${TABLES.join(", ")}`);
  });
  afterAll(() => db.drop());

  const rows = async (sql: string, values: readonly unknown[] = []): Promise<Record<string, any>[]> =>
    (await db.pool.query(sql, values as unknown[])).rows;
  /** All deliveries by state. */
  const states = (): Promise<Record<string, number>> => statesOf(db.pool);
  const provider = async (answer: Answer = () => ({})) => {
    const one = await startScriptedProvider(answer);
    open.push(one.close);
    return one;
  };
  return {
    /** The database; only inside tests and hooks. */
    get db(): TestDatabase {
      return db;
    },
    rows,
    states,
    /** Whether no delivery is waiting or being sent any more. */
    ended: (timeoutMs?: number): Promise<boolean> =>
      eventually(async () => {
        const { queued = 0, sending = 0 } = await states();
        return queued + sending === 0;
      }, timeoutMs),
    closing: (close: () => Promise<unknown>): void => void open.push(close),
    provider,
    /** A provider with controllable behavior. */
    async moodyProvider(first: ProviderReply = {}) {
      let reply = first;
      const one = await provider(() => reply);
      return { ...one, be: (next: ProviderReply) => void (reply = next) };
    },
    /** The worker loops, on this database. */
    async node(dsn: string, more?: Partial<EngineDeps>): Promise<TestEngine> {
      const one = await startEngine(db, dsn, more);
      open.push(() => one.engine.stop());
      return one;
    },
  };
}
