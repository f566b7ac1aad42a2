import type { ConsentLedger } from "../consent/consent-ledger.ts";
import { DomainError } from "../error.ts";
import { jobKind, portionOf, type JobKind, type JobStep, type JobTurn } from "../jobs/job-kind.ts";
import type { GroupStore, NewsletterStore } from "../newsletter/newsletter-store.ts";
import { recordChanges } from "../opt-out/record-changes.ts";
import { ALL_SENDERS, type SuppressionStore } from "../opt-out/suppression-store.ts";
import { writtenReasons } from "../opt-out/written-reasons.ts";
import { everySpelling } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import {
  noCounts,
  type ColumnTarget,
  type ImportCounts,
  type ImportedPerson,
  type ImportPlan,
  type RowIssue,
} from "./import.ts";
import { fileBox, keyContext, readWindow, type FileDeps } from "./file-window.ts";
import { readRows, type ReadRowsDeps } from "./read-rows.ts";
import { isEnd } from "./row-draft.ts";

export const IMPORT_KIND = "import";

const ROWS_AT_ONCE = 5_000;
/** The total for all people of a step: one step with 200,000 took longer than a statement may. */
const MEMBERSHIPS_AT_ONCE = 2_000;
const DROPPED_AT_ONCE = 20_000;
/** All of them are counted. */
const MAX_ISSUES = 100_000;

export type ImportParams = {
  readonly plan: ImportPlan;
  /** Bytes before the first record with a person, and its number. */
  readonly skip: number;
  readonly firstRow: number;
};

/** `after`, a number, is sealed: positions are not erased with a person. */
type Position =
  | {
      readonly phase: "read";
      readonly part: number;
      readonly offset: number;
      readonly row: number;
      /** Names of groups that are created once the whole file is read. */
      readonly fresh?: readonly string[];
    }
  | {
      readonly phase: "merge";
      readonly after: string | null;
      readonly total: number;
      readonly fresh?: readonly number[];
    }
  | { readonly phase: "clean"; readonly total: number };

type Counts = ImportCounts & {
  readonly rows: number;
  readonly invalid: number;
  readonly duplicates: number;
  readonly dryRun: boolean;
  /** Groups that everyone of the file joins; none if rows name theirs in place of them. */
  readonly groupIds: readonly number[];
  /** Of a file whose rows name groups: those that its people join. `-3`: the third of the new ones, while it is read. */
  readonly joinedGroupIds?: readonly number[];
  /** Of a file with groups that did not exist: `id` null in a dry run; `people` who joined, or would. */
  readonly newGroups?: readonly { readonly id: number | null; readonly name: string; readonly people: number }[];
};

export type ImportKindDeps = FileDeps &
  ReadRowsDeps & {
    readonly groups: Pick<GroupStore, "create">;
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
      // Rows that remain are deleted together with expired rows.
      await ports.imports.dropPeople(id, DROPPED_AT_ONCE);
    },
  });
}

const countsOf = ({ result, params }: JobTurn<ImportParams>): Counts =>
  (result as Counts | null) ?? {
    rows: 0,
    invalid: 0,
    duplicates: 0,
    ...noCounts,
    dryRun: params.plan.dryRun,
    groupIds: joinedBy(params.plan),
  };

function joinedBy({ groups, isFallback = false, columns, state }: ImportPlan): readonly number[] {
  return (isFallback && haveGroups(columns)) || state === "left" || state === "unsubscribed" ? [] : groups;
}

const GROUP_COLUMNS: readonly ColumnTarget[] = ["groups", "pending_groups", "left_groups"];
const haveGroups = (columns: readonly ColumnTarget[]): boolean =>
  columns.some((target) => GROUP_COLUMNS.includes(target));

/** Adds the groups that these people join. */
function joinedOf(
  { groups, isFallback = false }: ImportPlan,
  people: readonly ImportedPerson[],
  before: readonly number[] = [],
): readonly number[] {
  const joined = new Set(before);
  for (const person of people) {
    if (isEnd(person)) continue;
    const named = Object.entries(person.groups);
    for (const [key, state] of named) if (state !== "left") joined.add(Number(key));
    if (!isFallback || named.length === 0) for (const group of groups) joined.add(group);
  }
  return [...joined];
}

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
    ...(haveGroups(params.plan.columns) && { joinedGroupIds: joinedOf(params.plan, people, before.joinedGroupIds) }),
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
  return {
    position: { phase: "merge", after: null, total, fresh: ids },
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

async function merge(
  { imports, newsletter, ...ports }: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  { after, total, fresh = [] }: Position & { readonly phase: "merge" },
): Promise<JobStep<Position>> {
  const { id, params, createdBy, progress } = turn;
  const { plan } = params;
  const box = await fileBox({ imports, ...ports }, id);
  const place = after === null ? "" : box.open(Buffer.from(after, "base64"), keyContext(id));
  const { last, people, groups: named } = await imports.page(id, plan, place, portionOf(MEMBERSHIPS_AT_ONCE, turn));
  if (last === null) return { position: { phase: "clean", total }, progress };
  const groups = new Set([
    ...plan.groups,
    ...named.map((key) => (key.startsWith("-") ? fresh[-1 - Number(key)]! : Number(key))),
  ]);
  const ids = [...groups].filter((one) => one > 0);
  if ((await newsletter.groups(ids)).length < ids.length) {
    throw new DomainError("not_found", "A group of this import was deleted. Those imported before that stay.");
  }
  const { counts, joined, optedOut } = await imports.merge({ id, plan, actor: createdBy, after: place, last, fresh });
  await suppress(ports, createdBy, optedOut);
  const sealed = box.seal(last, keyContext(id)).toString("base64");
  return {
    position: { phase: "merge", after: sealed, total, fresh },
    progress: { done: progress.done + people, total },
    result: plus(countsOf(turn), counts, joined),
  };
}

/** The people's subscribers are locked already. The ledger comes last, as everywhere. */
async function suppress(
  { suppressions, consentLedger }: Pick<ImportKindDeps, "suppressions" | "consentLedger">,
  actor: string,
  phones: readonly Phone[],
): Promise<void> {
  const [source, text] = ["import", writtenReasons.beforeImport];
  const added = await suppressions.add(
    everySpelling(phones).map((phone) => ({
      phone,
      sender: ALL_SENDERS,
      kind: "opt_out",
      reason: text,
      source,
      addedBy: null,
    })),
  );
  await recordChanges(consentLedger, "blocked", added, { evidence: { source, actor, ip: null }, text });
}

function plus({ newGroups, ...counts }: Counts, more: ImportCounts, joined: readonly number[]): Counts {
  const sums = Object.entries(more).map(([name, count]) => [name, counts[name as keyof ImportCounts] + count]);
  const grown = newGroups?.map(({ people, ...group }, nth) => ({ ...group, people: people + joined[nth]! }));
  return { ...counts, ...(Object.fromEntries(sums) as ImportCounts), ...(grown && { newGroups: grown }) };
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
