import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { PruningStore } from "#domain/privacy/pruning-store";

import type { Db } from "../../database.ts";
import { ensurePartitions } from "../../partitions.ts";
import { consentExpiry } from "../consent/expire.ts";
import { pruneDeadChunks } from "../queue/dead-chunks.ts";
import { dropLeftovers } from "../imports/cleanup.ts";
import { REMOVED_DAYS } from "../gateways/gateway-setup.ts";
import { logMonthQueries } from "./log-months.ts";
import { pruneMedia } from "../media/media.ts";
import { pageWalked, walkOf } from "./prune-step.ts";
import { pruneStatHours } from "../stats/stats.ts";
import { redactionQueries } from "./redactions.ts";
import { schedulePruningQueries } from "../schedules/schedule-pruning.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

const KEYS = `
${deleteUnlocked("idempotency_keys", "where created_at < now() - make_interval(hours => $1) limit $2")}
returning 1`;

const SESSIONS = `
${deleteUnlocked("sessions", "where expires_at < now() limit $1")}
returning 1`;
const CHALLENGES = "delete from sign_in_challenges where expires_at < now()";
const PLATFORM_SESSIONS = "delete from platform_sessions where expires_at < now()";
const SETUP_LINKS = "delete from setup_links where expires_at < now()";

/**
 * Walks by id, which is by age: no index is kept for what happens once an hour. Deliveries that still wait belong to a
 * disabled endpoint: attempts never continue that long.
 */
const walkById = (table: string, at: string): string => `
with page as materialized (
  select id, ${at} < now() - make_interval(days => $1) as old from ${table}
  where id > $2::bigint order by id limit $3
),
gone as (
  delete from ${table} t where ctid = any(array(
    select t.ctid from ${table} t join page on page.id = t.id where page.old order by t.id for update of t skip locked))
  returning 1
)${pageWalked("max(id)::text", "bool_and(old)")}`;

const WEBHOOKS = walkById("webhook_deliveries", "created_at");
const INBOX = walkById("inbox", "at");

/**
 * Two nodes that delete messages of one sender at the same time each still see the other's, so an empty thread may
 * remain. A message that arrives now has a greater id than all of them.
 */
const EMPTY_THREADS = `
delete from inbox_threads t
where t.last_id < coalesce((select min(id) from inbox), 9223372036854775807)
  and t.last_id <= (select max(last_id) from inbox_threads)`;

/**
 * The key of a decision stays, in the row of its order: a status that is repeated after years does not send a notice
 * again. That row is locked first, as in a decision.
 */
const DECISIONS = `
with old as materialized (
  select shop, order_id, status, reader from order_notice_decisions
  where at < now() - make_interval(days => $1) order by at, shop, order_id limit $2
),
orders as materialized (
  select shop, order_id from shop_orders where (shop, order_id) in (select shop, order_id from old)
  order by shop, order_id for update skip locked
),
gone as (
  delete from order_notice_decisions d using old join orders using (shop, order_id)
  where (d.shop, d.order_id, d.status, d.reader) = (old.shop, old.order_id, old.status, old.reader)
  returning d.shop, d.order_id, d.status || ' ' || d.reader as notice
),
kept as (
  update shop_orders o set notified = o.notified || now_notified.notices
  from (select shop, order_id, array_agg(notice order by notice) as notices from gone group by shop, order_id) now_notified
  where o.shop = now_notified.shop and o.order_id = now_notified.order_id
)
select count(*)::int as removed from gone`;

const REMOVED_GATEWAYS = "delete from gateways where removed_at < now() - make_interval(days => $1)";

const CONTACTS = `
${deleteUnlocked("contacts", "where last_at < now() - make_interval(hours => $1) limit $2")}
returning 1`;
/** Jobs that ended that long ago. */
const JOBS = `
with gone as (
  delete from jobs where id = any(array(
    select id from jobs where finished_at < now() - make_interval(days => $1) order by id limit $2
    for update skip locked))
  returning 1
)
select count(*)::int as removed from gone`;
const BULK_JOINS = `
${deleteUnlocked(
  "bulk_joins",
  `j where exists (select from jobs where id = j.job_id and finished_at < now() - make_interval(hours => $1)
  and not exists (select from jobs undo where undo.undoes = jobs.id and undo.state in ('queued', 'running'))) limit $2`,
)}
returning 1`;
const WITHOUT_FANOUT = "t where not exists (select from fanouts f where f.message_id = t.message_id) limit $1";
const PREPARED = `${deleteUnlocked("prepared_texts", WITHOUT_FANOUT)} returning 1`;

const SHARES = "delete from gateway_shares where until < now() - interval '1 hour'";

/** No site is more than a day ahead of UTC. */
const NOTICE_DAYS = "delete from order_notice_days where day < (now() at time zone 'UTC')::date - 2";

/** All limits look at two days at most. A row from the future would limit codes until its time comes. */
const CODES = `
delete from code_requests where id = any(array(
  select id from code_requests where at < now() - interval '2 days' or at > now() + interval '1 minute'
  limit $1 for update skip locked))
returning 1`;

/** None is valid for longer than two days, so such a row is from before the clock was set back. */
const PASSWORDS = `
delete from one_time_passwords where id = any(array(
  select id from one_time_passwords where expires_at < now() or expires_at > now() + interval '2 days'
  limit $1 for update skip locked))
returning 1`;

/** @param keys of the consent ledger */
export function pruningQueries(db: Db, keys: ConsentKeys): PruningStore {
  return {
    ...logMonthQueries(db),
    ...schedulePruningQueries(db),
    ...redactionQueries(db),
    pruneIdempotencyKeys: async (hours, limit) => (await db.query("prune keys", KEYS, [hours, limit])).length,
    pruneContacts: async (hours, limit) => (await db.query("prune contacts", CONTACTS, [hours, limit])).length,
    async pruneSessions(limit) {
      await db.query("prune challenges", CHALLENGES, []);
      await db.query("prune setup links", SETUP_LINKS, []);
      await db.query("prune platform sessions", PLATFORM_SESSIONS, []);
      return (await db.query("prune sessions", SESSIONS, [limit])).length;
    },
    pruneWebhookDeliveries: walkOf(db, "prune webhook deliveries", WEBHOOKS, "0"),
    async pruneInbox(days, after, limit) {
      const step = await walkOf(db, "prune inbox", INBOX, "0")(days, after, limit);
      if (step.next === null) await db.query("prune threads", EMPTY_THREADS, []);
      return step;
    },
    async pruneOrderDecisions(days, _after, limit) {
      const [page] = await db.query<{ removed: number }>("prune order decisions", DECISIONS, [days, limit]);
      return { removed: page!.removed, next: page!.removed === limit ? "more" : null };
    },
    async pruneJobs(days, _after, limit) {
      const [page] = await db.query<{ removed: number }>("prune jobs", JOBS, [days, limit]);
      return { removed: page!.removed, next: page!.removed === limit ? "more" : null };
    },
    pruneBulkJoins: async (hours, limit) => (await db.query("prune bulk joins", BULK_JOINS, [hours, limit])).length,
    pruneConsents: consentExpiry(db, keys),
    pruneImportLeftovers: (limit) => dropLeftovers(db, limit),
    pruneDeadChunks: (limit) => pruneDeadChunks(db, limit),
    pruneMedia: (days, limit) => pruneMedia(db, days, limit),
    prunePreparedTexts: async (limit) => (await db.query("prune prepared texts", PREPARED, [limit])).length,
    pruneStatHours: (days, limit) => pruneStatHours(db, days, limit),
    async pruneShares() {
      await db.query("prune shares", SHARES, []);
    },
    async pruneRemovedGateways() {
      await db.query("prune gateways", REMOVED_GATEWAYS, [REMOVED_DAYS]);
    },
    async pruneNoticeDays() {
      await db.query("prune notice days", NOTICE_DAYS, []);
    },
    pruneCodeRequests: async (limit) => (await db.query("prune code requests", CODES, [limit])).length,
    pruneOneTimePasswords: async (limit) => (await db.query("prune otps", PASSWORDS, [limit])).length,
    ensurePartitions: () => ensurePartitions(db.pool, db.now()),
  };
}
