import { jobKind, portionOf, type JobKind, type JobStep, type JobTurn } from "../jobs/job-kind.ts";
import type { ImportedPerson, RowIssue } from "./import.ts";
import { countsOf, type Counts, type ImportKindDeps, type ImportParams, type In, type Position } from "./import-job.ts";
import { readWindow } from "./file-window.ts";
import { haveGroups, joinedBy } from "./joined-groups.ts";
import { divide, merge, mergedSoFar } from "./merge-people.ts";
import { readRows } from "./read-rows.ts";

export const IMPORT_KIND = "import";

const ROWS_AT_ONCE = 5_000;
const DROPPED_AT_ONCE = 20_000;
/** All of them are counted. */
const MAX_ISSUES = 100_000;

/** Reads the file into one row for each person, merges these in the order of their numbers, and deletes them. */
export function importKind(ports: ImportKindDeps): JobKind {
  return jobKind<ImportParams, Position>({
    name: IMPORT_KIND,
    capability: "svc_subscribers",
    step(turn) {
      const { skip, firstRow } = turn.params;
      const position = turn.position ?? { phase: "read", part: 0, offset: skip, row: firstRow - 1 };
      if (position.phase === "read") return read(ports, turn, position);
      return position.phase === "merge" ? merge(ports, turn, position) : clean(ports, turn, position);
    },
    async abandon(job) {
      const end = await mergedSoFar(ports, job);
      await ports.imports.drop(job.id);
      // Rows that remain are deleted together with expired rows.
      await ports.imports.dropPeople(job.id, DROPPED_AT_ONCE);
      return end;
    },
  });
}

async function read(
  ports: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  from: In<"read">,
): Promise<JobStep<Position>> {
  const { imports } = ports;
  const { id, params } = turn;
  const window = await readWindow(ports, id, from, params.plan, portionOf(ROWS_AT_ONCE, turn));
  const people: ImportedPerson[] = [];
  const issues: RowIssue[] = [];
  const rows = window.records.map(({ cells }) => cells);
  const { found, fresh } = await readRows(ports, params.plan, {
    rows,
    first: from.row + 1,
    fresh: from.fresh,
    now: ports.now(),
  });
  for (const one of found) {
    if ("reason" in one) issues.push(one);
    else people.push(one);
  }
  const before = countsOf(turn);
  await imports.addIssues(id, issues.slice(0, Math.max(0, MAX_ISSUES - before.invalid)));
  const result: Counts = {
    ...before,
    rows: before.rows + found.length,
    invalid: before.invalid + issues.length,
    duplicates: before.duplicates + (await imports.stage(id, people)),
    ...(haveGroups(params.plan.columns) && { joinedGroupIds: joinedBy(params.plan, people, before.joinedGroupIds) }),
  };
  if (!window.isEnd) {
    return {
      position: { phase: "read", ...window.next, row: from.row + rows.length, fresh },
      progress: { done: 0, total: null },
      result,
    };
  }
  // Not counted in the table: that took seconds for millions of people, and a step that is too long never ends.
  const total = result.rows - result.invalid - result.duplicates;
  const ids = params.plan.dryRun ? fresh.map((_, nth) => -1 - nth) : await createGroups(ports.groups, fresh);
  const joinedGroupIds = result.joinedGroupIds
    ?.map((group) => (group < 0 ? ids[-1 - group]! : group))
    .filter((group) => group > 0);
  const newGroups = fresh.map((name, nth) => ({ id: params.plan.dryRun ? null : ids[nth]!, name, people: 0 }));
  await divide(ports, id, total, ids.length);
  return {
    position: { phase: "merge", total, fresh: ids },
    progress: { done: 0, total },
    result: { ...result, ...(joinedGroupIds && { joinedGroupIds }), ...(fresh.length > 0 && { newGroups }) },
  };
}

/** In the order of their names: two imports that create the same groups wait for each other and never deadlock. */
async function createGroups(groups: ImportKindDeps["groups"], names: readonly string[]): Promise<readonly number[]> {
  const ids = new Map<string, number>();
  for (const name of names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))) {
    const created = await groups.create(name, {});
    // Another transaction has created it since.
    ids.set(name, created?.id ?? (await groups.named([name])).get(name)!);
  }
  return names.map((name) => ids.get(name)!);
}

async function clean(
  { imports }: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  { total }: In<"clean">,
): Promise<JobStep<Position>> {
  const { id, progress } = turn;
  const limit = portionOf(DROPPED_AT_ONCE, turn);
  if ((await imports.dropPeople(id, limit)) === limit) {
    return { position: { phase: "clean", total }, progress };
  }
  await imports.drop(id);
  return { progress: { done: total, total } };
}
