import type { Cancellation, CancellationStore } from "#domain/messages/cancellation-store";
import { second } from "#lib/time";

import { bucketOf } from "../../buckets.ts";
import type { Db } from "../../database.ts";
import { dueIn, heldRow, leaseQueries, CANCELLATIONS } from "../../leases.ts";
import { OPEN_LIST } from "../deliveries/delivery-states.ts";
import { deliveriesTable } from "../../partitions.ts";
import { judgeAbandoned } from "../queue/abandoned.ts";
import { ended } from "../deliveries/event-data.ts";
import { HOOKS, stateChanged } from "../deliveries/state-changes.ts";
import { endOf, wordsOf } from "../queue/doubt-fragment.ts";
import { complete } from "../queue/finish.ts";
import { lockMessage } from "./message-lock.ts";
import { sweepLate } from "./cancellation-sweep.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

/** Interval after which deliveries on the wire are checked again. */
const AGAIN_MS = second;

/** @param woken called when there are chunks for a dispatcher to end; `hooked` when webhooks have work */
export function cancellationQueries(
  db: Db,
  notifications: { readonly woken: () => void; readonly hooked: () => void },
): CancellationStore {
  const leases = leaseQueries<Cancellation>(db, CANCELLATIONS, {
    name: "cancellation",
    read: `select message_id as "messageId", token from job`,
    keyOf: ({ messageId }) => messageId,
  });

  async function run(name: string, job: Cancellation, text: string, more: readonly unknown[]): Promise<StepRow | null> {
    const [row] = await db.query<StepRow>(name, text, [job.messageId, job.token, bucketOf(job.messageId), ...more]);
    if (row && row.hooks > 0) db.afterCommit(notifications.hooked);
    return row ?? null;
  }

  return {
    ...leases,
    async step(job, limit, leaseMs) {
      const table = deliveriesTable(job.messageId);
      const page = await run(`cancel page ${table}`, job, pageStatement(table), [limit, leaseMs]);
      if (!page) return null;
      if (page.seen >= limit) return true;
      // The ledger is done: what else waits for another attempt is in the retries.
      const retries = await run(`cancel retries ${table}`, job, retriesStatement(table), [limit, leaseMs]);
      if (!retries || retries.seen >= limit) return retries && true;
      // Nothing is held any more, so their holds serve no purpose.
      const holds = await db.query("cancel holds", DROP_HOLDS, [job.messageId, job.token, limit]);
      return holds.length >= limit;
    },
    async end(job) {
      const table = deliveriesTable(job.messageId);
      const left = await db.ownTransaction(async () => {
        // The message first: a cancel that has locked it waits for the cancellation's row.
        await lockMessage(db, job.messageId);
        const held = await db.query(
          "hold cancellation",
          `select 1 from cancellations where ${heldRow(CANCELLATIONS)} for update`,
          [job.messageId, job.token],
        );
        if (held.length === 0) return 0;
        if ((await judgeAbandoned(db, table, job.messageId)) > 0) db.afterCommit(notifications.hooked);
        await db.query(`end chunks ${table}`, endChunks(table), [job.messageId]);
        const open = await db.query("reopen chunks", REOPEN, [job.messageId]);
        if (open.length > 0) {
          await leases.release(job, AGAIN_MS);
        } else {
          await db.query("end cancellation", "delete from cancellations where message_id = $1", [job.messageId]);
          await complete(db, table, [job.messageId]);
        }
        return open.length;
      });
      if (left > 0) notifications.woken();
    },
    sweep: () => sweepLate(db),
  };
}

/**
 * Chunks without an open delivery; an owner of one of them learns of it with its next mark. Deliveries that a dead
 * worker left to be repeated were queued again behind the cursor: without their chunk they would never be found.
 */
function endChunks(table: string): string {
  return `
delete from chunks c where c.message_id = $1 and (c.token = 0 or not exists (
  select from ${table} d
  where d.message_id = $1 and d.phone = any(c.phones) and d.state in (${OPEN_LIST})))`;
}

/** The other chunks settle first; if their worker died, the next claim records their deliveries as unknown. */
const REOPEN = "update chunks set claimable = true, throttled = false where message_id = $1 returning 1";

/** Locked rows are being released, which deletes them, too. */
const HOLDS = `
where message_id = $1 and exists (select from cancellations where ${heldRow(CANCELLATIONS)}) order by phone limit $3`;
const DROP_HOLDS = `${deleteUnlocked("holds", HOLDS)} returning 1`;

type StepRow = { seen: number; hooks: number };

/**
 * $1 message, $2 token, $3 quarter hour in the log's roll-up, $4 rows, $5 lease. Without the lease nothing is returned.
 */
function pageStatement(table: string): string {
  return cancelDeliveries(
    table,
    `
page as materialized (
  select d.phone from ${table} d, cancellations w
  where w.message_id = $1 and w.token = $2 and d.message_id = $1 and d.phone > coalesce(w.cursor, '')
  order by d.phone limit $4
),
lease as (
  update cancellations set ${dueIn("$5")}, cursor = coalesce((select max(phone) from page), cursor)
  where ${heldRow(CANCELLATIONS)} returning verdict
)`,
  );
}

function retriesStatement(table: string): string {
  return cancelDeliveries(
    table,
    `
lease as (
  update cancellations set ${dueIn("$5")} where ${heldRow(CANCELLATIONS)} returning verdict
),
page as materialized (
  delete from retries where ctid = any(array(
    select ctid from retries where message_id = $1 and exists (select from lease) order by phone limit $4 for update))
  returning phone
)`,
  );
}

/**
 * The CTEs `page` (phone) and `lease` (verdict) come from the caller; a row that is being marked no longer belongs to
 * it.
 */
function cancelDeliveries(table: string, source: string): string {
  return `
with ${source},
open as (
  select d.message_id, d.phone, lease.verdict, d.doubted_at is not null as doubted
  from lease, page join ${table} d on d.message_id = $1 and d.phone = page.phone
  where d.state in ('queued', 'held') order by d.phone for update of d
),
moved as (
  update ${table} d set state = ${endOf("open.doubted", "open.verdict")},
    failure = case when not open.doubted then open.verdict::text end,
    response = case when open.doubted then ${wordsOf("open.verdict")} else d.response end
  from open where d.message_id = open.message_id and d.phone = open.phone
  returning d.message_id, d.phone, d.id, d.state, d.gateway, d.failure, open.verdict
),${stateChanged({
    rows: "moved",
    was: ["queued", "held"],
    becomes: ["unknown", "expired", "canceled"],
    data: ended("verdict"),
    bucket: "$3::timestamptz",
    ordered: true,
  })}
select (select count(*) from page)::int as seen, ${HOOKS} from lease`;
}
