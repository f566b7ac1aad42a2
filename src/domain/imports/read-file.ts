import { portionOf, type JobTurn } from "../jobs/job-kind.ts";
import { openWindow } from "./file-window.ts";
import {
  countsOf,
  STEP_MS,
  type Counts,
  type ImportKindDeps,
  type ImportParams,
  type In,
  type Position,
} from "./import-job.ts";
import type { ImportedPerson, RowIssue } from "./import.ts";
import { haveGroups, joinedBy } from "./joined-groups.ts";
import { draftRows, judgeRows } from "./read-rows.ts";

/** Most often all that a window has, so that few parts of the file are loaded by two steps. */
const ROWS_AT_ONCE = 30_000;
/** As many as are read while the database stores as many before them. */
const ROWS_OF_A_STATEMENT = 1_000;
/** All of them are counted. */
const MAX_ISSUES = 100_000;

type Read = {
  /** null: the file has been read to its end. */
  readonly next: In<"read"> | null;
  /** Names of groups that are to be created. */
  readonly fresh: readonly string[];
  readonly counts: Counts;
};

/**
 * Reads the next rows of the file into one row for each person. While the database stores some rows, our process reads
 * the next ones.
 */
export async function readSome(
  ports: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  from: In<"read">,
): Promise<Read> {
  const { imports } = ports;
  const { id, params } = turn;
  const { plan } = params;
  const rowPlan = { ...plan, fields: await ports.fields.all(), now: ports.now() };
  const until = ports.now() + STEP_MS;
  const window = await openWindow(ports, id, from, plan);
  let counts = countsOf(turn);
  const issuesAtMost = Math.max(0, MAX_ISSUES - counts.invalid);
  const issues: RowIssue[] = [];
  let next = from;
  let left = portionOf(ROWS_AT_ONCE, turn);
  let storing = Promise.resolve(0);
  const stored = async (): Promise<void> => {
    counts = { ...counts, duplicates: counts.duplicates + (await storing) };
    storing = Promise.resolve(0);
  };
  try {
    for (;;) {
      const { records, isEnd, next: place } = window.read(Math.min(left, ROWS_OF_A_STATEMENT));
      const rows = records.map(({ cells }) => cells);
      const drafts = draftRows(rowPlan, { rows, first: next.row + 1 });
      await stored();
      const { found, fresh } = await judgeRows(ports, plan, drafts, next.fresh ?? []);
      const people = found.filter((one): one is ImportedPerson => !("reason" in one));
      issues.push(...found.filter((one): one is RowIssue => "reason" in one));
      storing = imports.stage(id, people);
      counts = {
        ...counts,
        rows: counts.rows + found.length,
        invalid: counts.invalid + found.length - people.length,
        ...(haveGroups(plan.columns) && { joinedGroupIds: joinedBy(plan, people, counts.joinedGroupIds) }),
      };
      next = { phase: "read", ...place, row: next.row + rows.length, fresh };
      left -= rows.length;
      if (!isEnd && left > 0 && rows.length > 0 && ports.now() < until) continue;
      await stored();
      await imports.addIssues(id, issues.slice(0, issuesAtMost));
      return { next: isEnd ? null : next, fresh, counts };
    }
  } catch (error) {
    // The session cannot roll back before it has ended its statement.
    await Promise.allSettled([storing]);
    throw error;
  }
}
