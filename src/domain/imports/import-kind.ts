import { jobKind, portionOf, type JobKind, type JobStep, type JobTurn } from "../jobs/job-kind.ts";
import type { ImportKindDeps, ImportParams, In, Position } from "./import-job.ts";
import { divide, merge, mergedSoFar } from "./merge-people.ts";
import { readSome } from "./read-file.ts";

export const IMPORT_KIND = "import";

const DROPPED_AT_ONCE = 20_000;

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
  const { id, params } = turn;
  const { next, fresh, counts: result } = await readSome(ports, turn, from);
  if (next !== null) return { position: next, progress: { done: 0, total: null }, result };
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
