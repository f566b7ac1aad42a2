import type { ConsentLedger } from "../consent/consent-ledger.ts";
import { DomainError } from "../error.ts";
import { jobKind, portionOf, type JobKind, type JobStep, type JobTurn } from "../jobs/job-kind.ts";
import type { NewsletterStore } from "../newsletter/newsletter-store.ts";
import { recordChanges } from "../opt-out/record-changes.ts";
import { ALL_SENDERS, type SuppressionStore } from "../opt-out/suppression-store.ts";
import type { Phone } from "../recipients/phone.ts";
import { noCounts, type ImportCounts, type ImportedPerson, type ImportPlan, type RowIssue } from "./import.ts";
import { fileBox, keyContext, readWindow, type FileDeps } from "./file-window.ts";
import { readRows, type ReadRowsDeps } from "./read-rows.ts";

export const IMPORT_KIND = "import";

const ROWS_AT_ONCE = 5_000;
/** Of all people in a step together: one with 200,000 took longer than a statement may. */
const MEMBERSHIPS_AT_ONCE = 2_000;
const DROPPED_AT_ONCE = 20_000;
/** All of them are counted. */
const MOST_ISSUES = 100_000;

export type ImportParams = {
  readonly plan: ImportPlan;
  /** Bytes before the first record with a person, and its number. */
  readonly skip: number;
  readonly firstRow: number;
};

/** `after`, a number, is sealed: positions are not erased with a person. */
type Position =
  | { readonly phase: "read"; readonly part: number; readonly offset: number; readonly row: number }
  | { readonly phase: "merge"; readonly after: string | null; readonly total: number }
  | { readonly phase: "clean"; readonly total: number };

type Counts = ImportCounts & {
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly dryRun: boolean;
};

export type ImportKindDeps = FileDeps &
  ReadRowsDeps & {
    readonly newsletter: Pick<NewsletterStore, "groups">;
    readonly suppressions: Pick<SuppressionStore, "add">;
    readonly consentLedger: ConsentLedger;
    readonly now: () => number;
  };

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
    async abandon({ id }) {
      await ports.imports.drop(id);
      // The rest, if there is one, goes when expired rows are deleted.
      await ports.imports.dropPeople(id, DROPPED_AT_ONCE);
    },
  });
}

const countsOf = ({ result, params }: JobTurn<ImportParams>): Counts =>
  (result as Counts | null) ?? { rows: 0, invalid: 0, duplicates: 0, ...noCounts, dryRun: params.plan.dryRun };

async function read(
  ports: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  from: Position & { readonly phase: "read" },
): Promise<JobStep<Position>> {
  const { imports } = ports;
  const { id, params } = turn;
  const window = await readWindow(ports, id, from, params.plan, portionOf(ROWS_AT_ONCE, turn));
  const people: ImportedPerson[] = [];
  const issues: RowIssue[] = [];
  const rows = window.records.map(({ cells }) => cells);
  const found = await readRows(ports, params.plan, from.row + 1, rows, ports.now());
  for (const one of found) {
    if ("reason" in one) issues.push(one);
    else people.push(one);
  }
  const before = countsOf(turn);
  await imports.addIssues(id, issues.slice(0, Math.max(0, MOST_ISSUES - before.invalid)));
  const result: Counts = {
    ...before,
    rows: before.rows + found.length,
    invalid: before.invalid + issues.length,
    duplicates: before.duplicates + (await imports.stage(id, people)),
  };
  if (!window.isEnd) {
    return {
      position: { phase: "read", ...window.next, row: from.row + rows.length },
      progress: { done: 0, total: null },
      result,
    };
  }
  // Not counted in the table: that took seconds for millions of people, and a step that is too long never ends.
  const total = result.rows - result.invalid - result.duplicates;
  return { position: { phase: "merge", after: null, total }, progress: { done: 0, total }, result };
}

async function merge(
  { imports, newsletter, ...ports }: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  { after, total }: Position & { readonly phase: "merge" },
): Promise<JobStep<Position>> {
  const { id, params, createdBy, progress } = turn;
  const { plan } = params;
  const groups = await newsletter.groups(plan.groups);
  if (groups.length < plan.groups.length) {
    throw new DomainError("not_found", "A group of this import was deleted. Those imported before that stay.");
  }
  const box = await fileBox({ imports, ...ports }, id);
  const place = after === null ? "" : box.open(Buffer.from(after, "base64"), keyContext(id));
  const limit = portionOf(MEMBERSHIPS_AT_ONCE / plan.groups.length, turn);
  const { last, people, counts, optedOut } = await imports.merge(id, plan, createdBy, place, limit);
  await suppress(ports, createdBy, optedOut);
  const done = progress.done + people;
  if (last === null) return { position: { phase: "clean", total }, progress };
  const position = { phase: "merge", after: box.seal(last, keyContext(id)).toString("base64"), total } as const;
  return { position, progress: { done, total }, result: plus(countsOf(turn), counts) };
}

/** The people's subscribers are locked already. The ledger comes last, as everywhere. */
async function suppress(
  { suppressions, consentLedger }: Pick<ImportKindDeps, "suppressions" | "consentLedger">,
  actor: string,
  phones: readonly Phone[],
): Promise<void> {
  const [source, text] = ["import", "opted out before the import"];
  const added = await suppressions.add(
    phones.map((phone) => ({ phone, sender: ALL_SENDERS, kind: "opt_out", reason: text, source, addedBy: null })),
  );
  await recordChanges(consentLedger, "blocked", added, { evidence: { source, actor, ip: null }, text });
}

function plus(counts: Counts, more: ImportCounts): Counts {
  const sums = Object.entries(more).map(([name, count]) => [name, counts[name as keyof ImportCounts] + count]);
  return { ...counts, ...(Object.fromEntries(sums) as ImportCounts) };
}

async function clean(
  { imports }: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  { total }: Position & { readonly phase: "clean" },
): Promise<JobStep<Position>> {
  const { id, progress } = turn;
  const limit = portionOf(DROPPED_AT_ONCE, turn);
  if ((await imports.dropPeople(id, limit)) === limit) {
    return { position: { phase: "clean", total }, progress };
  }
  await imports.drop(id);
  return { progress: { done: total, total } };
}
