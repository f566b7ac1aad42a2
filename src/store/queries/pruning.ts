import type { PruningStore } from "#domain/ports/pruning-store";

import type { Db } from "../database.ts";
import { ensurePartitions } from "../partitions.ts";

const KEYS = `
delete from idempotency_keys where ctid = any(array(
  select ctid from idempotency_keys where created_at < now() - make_interval(hours => $1) limit $2 for update skip locked))
returning 1`;

const SESSIONS = `
delete from sessions where ctid = any(array(
  select ctid from sessions where expires_at < now() limit $1 for update skip locked))
returning 1`;

/** Walks by id, which is by age: no index is kept for what happens once an hour. */
const WEBHOOKS = `
with page as materialized (
  select id, state, created_at < now() - make_interval(days => $1) as old from webhook_deliveries
  where id > $2 order by id limit $3
),
gone as (
  delete from webhook_deliveries d using page where d.id = page.id and page.old and page.state = 'delivered' returning 1
)
select (select count(*) from gone)::int as removed, count(*)::int as seen, max(id) as last, bool_and(old) as old from page`;

type Page = { removed: number; seen: number; last: number | null; old: boolean | null };

export function pruningQueries(db: Db): PruningStore {
  return {
    endIdempotencyKeys: async (hours, limit) => (await db.query("prune keys", KEYS, [hours, limit])).length,
    endSessions: async (limit) => (await db.query("prune sessions", SESSIONS, [limit])).length,
    async endWebhookDeliveries(days, after, limit) {
      const [page] = await db.query<Page>("prune webhook deliveries", WEBHOOKS, [days, after, limit]);
      const { removed, seen, last, old } = page!;
      return { removed, next: seen === limit && old ? last : null };
    },
    ensurePartitions: () => ensurePartitions(db.pool, db.now()),
  };
}
