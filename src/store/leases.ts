import type { LeasedJobs } from "#domain/leased-jobs";

import type { Db } from "./database.ts";

/**
 * A table whose rows are jobs, with the columns `due`, `token` and `owner`. The end of a lease is the next `due`, so
 * the job of a worker that died becomes claimable without a search for it.
 */
export type LeasedTable = {
  readonly table: string;
  readonly key: string;
  /** Which rows are jobs. */
  readonly when: string;
};

export const FANOUTS: LeasedTable = { table: "fanouts", key: "message_id", when: "true" };
export const CANCELLATIONS: LeasedTable = { table: "cancellations", key: "message_id", when: "true" };
export const ERASURES: LeasedTable = { table: "erasures", key: "id", when: "phone is not null" };
export const CONSENT_SEALINGS: LeasedTable = { table: "consent_sealings", key: "id", when: "true" };
export const JOBS: LeasedTable = { table: "jobs", key: "id", when: "state in ('queued', 'running')" };
export const ALERT_CHECKS: LeasedTable = { table: "alert_checks", key: "id", when: "true" };
export const ALERT_NOTIFICATIONS: LeasedTable = {
  table: "alert_notifications",
  key: "id",
  when: "state in ('waiting', 'sending')",
};
export const LEASED_TABLES: readonly LeasedTable[] = [
  CANCELLATIONS,
  FANOUTS,
  ERASURES,
  CONSENT_SEALINGS,
  JOBS,
  ALERT_CHECKS,
  ALERT_NOTIFICATIONS,
];

/** @param ms a parameter of the statement: milliseconds from now */
export const dueIn = (ms: string): string => `due = now() + make_interval(secs => ${ms} / 1000.0)`;

/** What a claim sets: any previous owner of the row now has an older token. */
export const leasedFor = (ms: string): string => `${dueIn(ms)}, token = token + 1`;

/** Revokes a job's lease: it starts again with the next claim. @param row the row as it was */
export const takenBack = (row: string): string => `due = now(), token = ${row}.token + 1`;

/** The row of a job as long as the lease is held. Every statement of an owner begins with $1 key and $2 token. */
export const heldRow = ({ key }: LeasedTable): string => `${key} = $1 and token = $2`;

/** Whether a row of the table is a job that may be claimed. */
export const isDue = ({ when }: LeasedTable): string => `${when} and due <= now()`;

/**
 * $1 owner, $2 lease in milliseconds. `any(array(…))` makes the subquery run once by construction.
 *
 * @param read the query that returns the job from CTE `job`, the leased row
 */
function claimStatement(of: LeasedTable, read: string): string {
  const { table, key } = of;
  return `
with job as (
  update ${table} set ${leasedFor("$2")}, owner = $1
  where ${key} = any(array(
    select ${key} from ${table} where ${isDue(of)} order by due limit 1 for update skip locked))
  returning *
)
${read}`;
}

/**
 * Claim and release of the jobs in a table.
 *
 * @param options.name used in the names of statements
 * @param options.read the job, from CTE `job`
 * @param options.keyOf the key of a job's row
 * @param options.trouble whether the table has a column for the reason of a release
 */
export function leaseQueries<Job extends { readonly token: number }>(
  db: Db,
  of: LeasedTable,
  options: {
    readonly name: string;
    readonly read: string;
    readonly keyOf: (job: Job) => string;
    readonly trouble?: boolean;
  },
): LeasedJobs<Job> {
  const { name, keyOf, trouble: hasTrouble = false } = options;
  const claim = claimStatement(of, options.read);
  const release = `update ${of.table} set ${dueIn("$3")}${hasTrouble ? ", trouble = $4" : ""} where ${heldRow(of)}`;
  return {
    async claim(owner, leaseMs) {
      const [job] = await db.query<Job>(`claim ${name}`, claim, [owner, leaseMs]);
      return job ?? null;
    },
    async release(job, afterMs = 0, trouble = null) {
      const values = [keyOf(job), job.token, afterMs];
      await db.query(`release ${name}`, release, hasTrouble ? [...values, trouble] : values);
    },
  };
}
