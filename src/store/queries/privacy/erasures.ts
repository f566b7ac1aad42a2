import type { Erasure, ErasureJob, ErasureStore } from "#domain/privacy/erasure-store";
import type { HeldKind } from "#domain/privacy/privacy-store";
import { LAST_ID, type Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { ERASURES, heldRow, leaseQueries, takenBack } from "../../leases.ts";
import { eraseInbox } from "./erase-inbox.ts";
import { eraseFromLog } from "./erase-log.ts";
import { erasePeople, type ErasureKeys } from "./erase-people.ts";
import { eraseFromQueue } from "./erase-queue.ts";
import { eraseSchedules } from "./erase-schedules.ts";
import { audiencesBefore, type ErasureScope, type ErasureStep } from "./erase-scope.ts";
import { eraseTraces } from "./erase-traces.ts";
import { appendEvents } from "../webhooks/events.ts";

type Phase = "inbox" | "schedules" | "log" | "traces" | "done";

type Row = {
  id: Uuid;
  phase: Phase;
  cursor: string | null;
  counts: Partial<Record<HeldKind, number>>;
  waiting: number;
  created_at: Date;
  requested_at: Date;
  last_entry: number;
  finished_at: Date | null;
};

const NEXT: Readonly<Record<Phase, Phase>> = {
  inbox: "schedules",
  schedules: "log",
  log: "traces",
  traces: "done",
  done: "done",
};

/** @param notifications `hooked`: webhooks have work; `requested`: there is something to erase */
export function erasureQueries(
  db: Db,
  keys: ErasureKeys,
  notifications: { readonly hooked: () => void; readonly requested: () => void },
): ErasureStore {
  const work: Readonly<Record<Phase, (scope: ErasureScope, cursor: string | null) => Promise<ErasureStep>>> = {
    inbox: (scope) => eraseInbox(db, scope),
    schedules: ({ phone }, cursor) => eraseSchedules(db, phone, cursor),
    async log(scope, cursor) {
      if (cursor !== null) return eraseFromLog(db, scope, cursor, notifications.hooked);
      await eraseFromQueue(db, scope.phone);
      // The log is scanned from its newest entry.
      return { cursor: LAST_ID };
    },
    traces: (scope, cursor) => eraseTraces(db, scope, cursor),
    done: async () => ({ cursor: null }),
  };

  return {
    request: (id, phone, by) =>
      db.transaction(async () => {
        const erased = await erasePeople(db, keys, phone, notifications.hooked);
        const [row] = await db.query<Row>("request erasure", REQUEST, [id, phone, by]);
        const counts = added(row!.counts, erased);
        await db.query("count erased people", COUNT, [row!.id, JSON.stringify(counts)]);
        await appendEvents(
          db,
          [{ kind: "privacy.erasure_requested", data: { erasure: row!.id, by } }],
          notifications.hooked,
        );
        db.afterCommit(notifications.requested);
        return erasureOf({ ...row!, counts });
      }),
    async find(id) {
      const [row] = await db.query<Row>("erasure", `select ${COLUMNS} from erasures where id = $1`, [id]);
      return row ? erasureOf(row) : null;
    },
    ...leaseQueries<ErasureJob>(db, ERASURES, {
      name: "erasure",
      read: "select id, phone, token from job",
      keyOf: ({ id }) => id,
    }),
    step: (job, leaseMs) =>
      db.ownTransaction(async () => {
        const [row] = await db.query<Row>("hold erasure", HOLD, [job.id, job.token]);
        if (!row) return null;
        const scope = { phone: job.phone, requestedAt: row.requested_at, lastEntry: row.last_entry };
        const { erased = {}, cursor, waits = 0, ...step } = await work[row.phase](scope, row.cursor);
        const waiting = row.phase === "log" ? waits + (row.cursor === null ? 0 : row.waiting) : row.waiting;
        // Repeated from its beginning; traces are swept once no more of them can be created.
        const again =
          step.again === true ||
          (cursor === null && row.phase === "log" && (waiting > 0 || (await isReadingAudience(db, row.requested_at))));
        const phase = cursor === null && !again ? NEXT[row.phase] : row.phase;
        const counts = JSON.stringify(added(row.counts, erased));
        await db.query("note erasure", NOTE, [job.id, phase, cursor, counts, waiting, again, leaseMs]);
        if (phase !== "done") return again ? null : true;
        await appendEvents(db, [{ kind: "privacy.erased", data: { erasure: job.id } }], notifications.hooked);
        return null;
      }),
  };
}

const COLUMNS = "id, phase, cursor, counts, waiting, created_at, requested_at, last_entry, finished_at";

/** A worker that is erasing loses its lease: the erasure starts again, including what was added since. */
const REQUEST = `
insert into erasures as e (id, phone, requested_by, requested_at, last_entry)
values ($1, $2, $3, clock_timestamp(), coalesce(pg_sequence_last_value('delivery_ids'), 0))
on conflict (phone) where phone is not null do update
set phase = 'inbox', cursor = null, waiting = 0, ${takenBack("e")},
  requested_at = excluded.requested_at, last_entry = excluded.last_entry
returning ${COLUMNS}`;

const COUNT = "update erasures set counts = $2::jsonb where id = $1";

const HOLD = `select ${COLUMNS} from erasures where ${heldRow(ERASURES)} and ${ERASURES.when} for update`;

/**
 * An erasure that waits, usually for the end of a message that was just canceled, is checked after two seconds, and
 * then less often.
 */
const NOTE = `
update erasures set phase = $2, cursor = $3, counts = $4::jsonb, waiting = $5,
  due = now() + case when $6::boolean
    then least(greatest((now() - requested_at) / 4, interval '2 seconds'), interval '1 hour')
    else make_interval(secs => $7 / 1000.0) end,
  phone = case when $2 = 'done' then null else phone end,
  finished_at = case when $2 = 'done' then now() end
where id = $1`;

/** An audience whose reading began before the request: a page of it may contain the number and not be written yet. */
async function isReadingAudience(db: Db, requestedAt: Date): Promise<boolean> {
  const before = audiencesBefore(requestedAt);
  const rows = await db.query("audiences before", "select 1 from fanouts where message_id < $1 limit 1", [before]);
  return rows.length > 0;
}

type Counts = Readonly<Partial<Record<HeldKind, number>>>;

function added(counts: Counts, more: Counts): Counts {
  const kinds = [...new Set([...Object.keys(counts), ...Object.keys(more)])] as HeldKind[];
  return Object.fromEntries(kinds.map((kind) => [kind, (counts[kind] ?? 0) + (more[kind] ?? 0)]));
}

function erasureOf(row: Row): Erasure {
  return {
    id: row.id,
    done: row.phase === "done",
    erased: row.counts,
    waiting: row.waiting,
    createdAt: row.created_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
  };
}
