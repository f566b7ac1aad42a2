import type { PruningStore } from "#domain/ports/pruning-store";
import { hour, minute, type Clock } from "#lib/time";

import { machine, type Log, type Machine } from "./machine.ts";

const BATCH = 5_000;
const IDEMPOTENCY_HOURS = 24;
const WEBHOOK_DAYS = 30;

/** Throws away what is kept for a time only, and makes partitions before they are needed. */
export function pruner(
  store: PruningStore,
  tools: { readonly log: Log; readonly random: () => number; readonly clock: Clock },
): Machine {
  let hourly = 0;
  let after: number | null = null;

  async function everyHour(): Promise<void> {
    await store.ensurePartitions();
    after = 0;
    hourly = tools.clock.now() + hour;
  }

  return machine({
    name: "pruner",
    log: tools.log,
    random: tools.random,
    async step() {
      if (tools.clock.now() >= hourly) await everyHour();
      const removed = [await store.endIdempotencyKeys(IDEMPOTENCY_HOURS, BATCH), await store.endSessions(BATCH)];
      if (after !== null) after = (await store.endWebhookDeliveries(WEBHOOK_DAYS, after, BATCH)).next;
      // Batch after batch, each its own transaction: one delete of a day's keys would hold its locks for minutes.
      return after !== null || removed.some((count) => count === BATCH) ? 1 : minute;
    },
  });
}
