import { outboxEndpoint } from "#api/v1/outbox/outbox";
import { ensurePartitions } from "#store/partitions";
import { outboxQueries } from "#store/queries/outbox/outbox";

import { apiWith } from "../service/api.ts";
import { freshDatabase } from "../database/database.ts";

type OutboxDeps = Parameters<typeof outboxEndpoint>[0];

/** The log's endpoint, for a site in Berlin by default, with partitions for the days on which its clocks change. */
export async function openOutbox(options: { timeZone?: string; country?: OutboxDeps["country"] } = {}) {
  const { timeZone = "Europe/Berlin", country = "DE" } = options;
  const db = await freshDatabase();
  for (const month of [2, 6, 10]) await ensurePartitions(db.pool, Date.UTC(2026, month, 15));
  const api = apiWith(db, [
    outboxEndpoint({
      outbox: outboxQueries(db),
      clock: { now: db.now },
      timeZone: () => timeZone,
      country,
    }),
  ]);
  async function log(query: Record<string, string> = {}) {
    const answer = await api.call(`/outbox?${new URLSearchParams(query)}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  }
  return { db, api, log };
}

export type Outbox = Awaited<ReturnType<typeof openOutbox>>;
