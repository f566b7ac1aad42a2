import type { LogMonth, PruningStore } from "#domain/privacy/pruning-store";
import { codeOf } from "#lib/error-text";
import { uuidFloor, type Uuid } from "#lib/ids";
import { day } from "#lib/time";

import type { Db } from "../../database.ts";
import { MIGRATION_LOCK, PARTITION_LOCK } from "../../advisory-locks.ts";
import { pageWalked, stepOf, type Page } from "./prune-step.ts";
import { IS_OPEN } from "../messages/open-fragment.ts";

/**
 * A drop waits for the table's current readers, and every later one waits behind it: this long at most, then it gives
 * up and is retried.
 */
const LOCK_MS = 200;

const PARTITIONS = `
select inhrelid::regclass::text as name from pg_inherits
where inhparent = any(array['deliveries'::regclass, 'events'::regclass])`;
const DAYS = "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'provider_refs'::regclass";

/** $1, $2: least id of the month and of the next one. */
const BUSY = `
select exists (select from messages where id >= $1 and id < $2 and ${IS_OPEN})
  or exists (select from fanouts where message_id >= $1 and message_id < $2)
  or exists (select from cancellations where message_id >= $1 and message_id < $2)
  or exists (select from retries where message_id >= $1 and message_id < $2)
  or exists (select from chunks where message_id >= $1 and message_id < $2)
  or exists (select from chunks c, unnest(c.message_ids) as text(of) where c.message_id is null and text.of >= $1 and text.of < $2) as busy`;

const FOLDS_END =
  "lock table outbox_totals, message_totals, message_splits, message_departures in share row exclusive mode";

/** Counts of a month, in the order in which they are deleted. */
const BY_BUCKET = ["outbox_totals", "outbox_deltas"];
const BY_MESSAGE = ["message_totals", "message_splits", "message_costs", "message_departures", "message_deltas"];

/** Deltas before totals, as in a fold. What a fold writes meanwhile is deleted with the month. */
const MESSAGES = `
with page as materialized (
  select id from messages where id > $1::uuid and id < $2::uuid order by id limit $3
),
deltas as (delete from message_deltas d using page where d.message_id = page.id returning 1),
totals as (
  delete from message_totals t using page where t.message_id = page.id and (select count(*) from deltas) >= 0
),
splits as (
  delete from message_splits t using page where t.message_id = page.id and (select count(*) from deltas) >= 0
),
costs as (
  delete from message_costs t using page where t.message_id = page.id and (select count(*) from deltas) >= 0
),
departures as (
  delete from message_departures t using page where t.message_id = page.id and (select count(*) from deltas) >= 0
),
gone as (
  delete from messages m where m.id = any(array(
    select m.id from messages m join page on page.id = m.id
    where m.state in ('completed', 'canceled', 'failed') order by m.id for update of m))
  returning 1
)${pageWalked("max(id::text)")}`;

export function logMonthQueries(
  db: Db,
): Pick<PruningStore, "oldMonths" | "pruneMessages" | "dropMonth" | "dropReferences"> {
  const bounds = ({ from, to }: LogMonth): [Uuid, Uuid] => [uuidFloor(from), uuidFloor(to)];

  async function isBusy(month: LogMonth): Promise<boolean> {
    const [row] = await db.query<{ busy: boolean }>("month busy", BUSY, bounds(month));
    return row!.busy;
  }

  return {
    async oldMonths(days) {
      const rows = await db.query<{ name: string }>("log months", PARTITIONS, []);
      const starts = new Set(
        rows.map(({ name }) => /_(\d{4})_(\d{2})$/.exec(name)).flatMap((m) => (m ? monthOf(m) : [])),
      );
      const months = [...starts]
        .toSorted((a, b) => a - b)
        .map((from): LogMonth => ({ from, to: nextMonth(from) }))
        .filter(({ to }) => to <= db.now() - days * day);
      const free: LogMonth[] = [];
      for (const month of months) if (!(await isBusy(month))) free.push(month);
      return free;
    },
    async pruneMessages(month, after, limit) {
      const [from, to] = bounds(month);
      const [page] = await db.query<Page>("prune messages", MESSAGES, [after || from, to, limit]);
      return stepOf(page!, limit);
    },
    dropMonth: (month) =>
      dropped(db, async () => {
        const [from, to] = bounds(month);
        if (await isBusy(month)) return false;
        const name = new Date(month.from).toISOString().slice(0, 7).replace("-", "_");
        // Folds end, and no other begins; then the ledger, so that nothing counts in this month any more. Only now its
        // counts: a fold or a receipt that was committed a moment later would leave some forever.
        await db.unnamed(FOLDS_END, []);
        await db.unnamed(`drop table if exists deliveries_${name}`, []);
        await db.unnamed(`drop table if exists events_${name}`, []);
        const span = [new Date(month.from), new Date(month.to)];
        for (const table of BY_BUCKET) {
          await db.unnamed(`delete from ${table} where bucket >= $1 and bucket < $2`, span);
        }
        for (const table of BY_MESSAGE) {
          await db.unnamed(`delete from ${table} where message_id >= $1 and message_id < $2`, [from, to]);
        }
        return true;
      }),
    async dropReferences(days) {
      const oldest = new Date(db.now() - days * day).toISOString().slice(0, 10);
      const rows = await db.query<{ name: string }>("reference days", DAYS, []);
      const old = rows
        .map(({ name }) => name)
        .filter(
          (name) => /^provider_refs_\d{4}_\d{2}_\d{2}$/.test(name) && name.slice(14).replaceAll("_", "-") < oldest,
        );
      for (const name of old.toSorted()) {
        const done = await dropped(db, async () => {
          await db.unnamed(`drop table if exists ${name}`, []);
          return true;
        });
        if (!done) return false;
      }
      return true;
    },
  };
}

const monthOf = ([, year, month]: RegExpExecArray): number => Date.UTC(Number(year), Number(month) - 1, 1);

function nextMonth(from: number): number {
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** Never beside a backup, a migration or the creation of partitions: they hold one of the two locks. */
async function dropped(db: Db, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await db.ownTransaction(async () => {
      await db.unnamed(`set local lock_timeout = ${LOCK_MS}`, []);
      const [locks] = await db.query<{ got: boolean }>("locks of a drop", LOCKS, [MIGRATION_LOCK, PARTITION_LOCK]);
      return locks!.got && (await work());
    });
  } catch (error) {
    if (codeOf(error) === "55P03" || codeOf(error) === "40P01") return false;
    throw error;
  }
}

const LOCKS = "select pg_try_advisory_xact_lock($1) and pg_try_advisory_xact_lock($2) as got";
