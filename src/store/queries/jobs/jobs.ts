import type { Job, JobState } from "#domain/jobs/job";
import type { JobEnd } from "#domain/jobs/job-kind";
import type { JobStore, LeasedJob } from "#domain/jobs/job-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { dueIn, heldRow, JOBS, leaseQueries } from "../../leases.ts";
import { millis } from "../millis.ts";

const COLUMNS = `id, kind, state, json_build_object('done', done, 'total', total) as progress, result, error,
  created_by as "createdBy", ${millis("created_at")} as "createdAt", ${millis("started_at")} as "startedAt",
  ${millis("finished_at")} as "finishedAt", undoes,
  (select u.id from jobs u where u.undoes = jobs.id and u.state not in ('canceled', 'failed')) as "undoneBy"`;

type HeldJob = Job & { readonly params: unknown; readonly position: unknown };

/** @param requested called after a commit that left a job to be done */
export function jobQueries(db: Db, requested: () => void): JobStore {
  async function held({ id, token }: LeasedJob): Promise<HeldJob | undefined> {
    return (await db.query<HeldJob>("hold job", HOLD, [id, token]))[0];
  }

  return {
    ...leaseQueries<LeasedJob>(db, JOBS, {
      name: "job",
      read: "select id, kind, token, token - advanced as claims from job",
      keyOf: ({ id }) => id,
    }),
    async create({ id, kind, params, total, createdBy }) {
      const [row] = await db.query<Job>("create job", CREATE, [id, kind, JSON.stringify(params), total, createdBy]);
      db.afterCommit(requested);
      return row!;
    },
    async createUndo({ id, kind, params, total, createdBy, undoes }) {
      const values = [id, kind, JSON.stringify(params), total, createdBy, undoes];
      const [row] = await db.query<Job>("create undo", CREATE_UNDO, values);
      if (row) db.afterCommit(requested);
      return row ?? null;
    },
    async find(id) {
      const [row] = await db.query<Job>("job", `select ${COLUMNS} from jobs where id = $1`, [id]);
      return row ?? null;
    },
    list: ({ kinds, createdBy, state }, before, limit) =>
      db.query<Job>("list jobs", LIST, [kinds, createdBy, state, before, limit]),
    step: (job, leaseMs, work) =>
      db.ownTransaction(async () => {
        const row = await held(job);
        if (!row) return false;
        const { position, progress, result } = await work({ ...row, failures: Math.max(0, job.claims - 1) });
        await db.query("advance job", ADVANCE, [
          job.id,
          position === undefined ? null : JSON.stringify(position),
          progress.done,
          progress.total,
          result === undefined ? null : JSON.stringify(result),
          leaseMs,
        ]);
        return position !== undefined;
      }),
    async leave({ id, token }, afterMs) {
      await db.query("leave job", LEAVE, [id, token, afterMs]);
    },
    fail: (job, error, abandon) =>
      db.ownTransaction(async () => {
        const row = await held(job);
        if (!row) return;
        await endJob(db, job.id, { state: "failed", error, end: await abandon(row) });
      }),
    cancel: (id, abandon) =>
      db.transaction(async () => {
        const [row] = await db.query<HeldJob>("hold job to cancel", HOLD_ANY, [id]);
        if (!row) return false;
        await endJob(db, id, { state: "canceled", error: null, end: await abandon(row) });
        return true;
      }),
  };
}

const CREATE = `
insert into jobs (id, kind, params, total, created_by) values ($1, $2, $3::jsonb, $4, $5) returning ${COLUMNS}`;

const CREATE_UNDO = `
insert into jobs (id, kind, params, total, created_by, undoes) values ($1, $2, $3::jsonb, $4, $5, $6)
on conflict (undoes) where state not in ('canceled', 'failed') do nothing returning ${COLUMNS}`;

const LIST = `
select ${COLUMNS} from jobs
where kind = any($1) and ($2::text is null or created_by = $2) and ($3::text is null or state = $3)
  and ($4::uuid is null or id < $4)
order by id desc limit $5`;

/** Locked during a step: a cancel waits for the step in progress, and prevents the next one. */
const HOLD = `select ${COLUMNS}, params, position from jobs where ${heldRow(JOBS)} and ${JOBS.when} for update`;
const HOLD_ANY = `select ${COLUMNS}, params, position from jobs where id = $1 and ${JOBS.when} for update`;

const ADVANCE = `
update jobs set position = $2::jsonb, done = $3, total = $4, result = coalesce($5::jsonb, result), advanced = token,
  started_at = coalesce(started_at, now()), due = now() + make_interval(secs => $6 / 1000.0),
  state = case when $2::jsonb is null then 'completed' else 'running' end,
  params = case when $2::jsonb is null then '{}' else params end,
  finished_at = case when $2::jsonb is null then clock_timestamp() end
where id = $1`;

const LEAVE = `update jobs set ${dueIn("$3")}, advanced = advanced + 1 where ${heldRow(JOBS)}`;

async function endJob(
  db: Db,
  id: Uuid,
  { state, error, end }: { readonly state: JobState; readonly error: string | null; readonly end: JobEnd | undefined },
): Promise<void> {
  const result = end?.result === undefined ? null : JSON.stringify(end.result);
  await db.query("end job", END, [id, state, error, end?.progress.done ?? null, result]);
}

const END = `
update jobs set state = $2, error = $3, done = coalesce($4, done), result = coalesce($5::jsonb, result), params = '{}',
  position = null, token = token + 1, finished_at = clock_timestamp()
where id = $1`;
