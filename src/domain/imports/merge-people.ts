import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import { portionOf, type AbandonedJob, type JobEnd, type JobStep, type JobTurn } from "../jobs/job-kind.ts";
import { recordChanges } from "../opt-out/record-changes.ts";
import { ALL_SENDERS } from "../opt-out/suppression-store.ts";
import { writtenReasons } from "../opt-out/written-reasons.ts";
import { everySpelling } from "../recipients/other-spelling.ts";
import type { Phone } from "../recipients/phone.ts";
import { noCounts, type ImportCounts } from "./import.ts";
import {
  countsOf,
  STEP_MS,
  type Counts,
  type ImportKindDeps,
  type ImportParams,
  type In,
  type Position,
} from "./import-job.ts";
import type { ImportRange, Merged } from "./import-store.ts";
import { fileBox, keyContext } from "./file-window.ts";

/** The total for all people of a page: one statement with 200,000 took longer than it may. */
const MEMBERSHIPS_AT_ONCE = 2_000;
/** Of fewer people, a second session costs more than it brings. */
const IN_TWO_FROM = 10_000;
/** A phone in Argentina has two numbers: only if one range has both do they know of each other in time. */
const [SPELLED_TWICE, AFTER_SPELLED_TWICE] = ["+54", "+54~"];

/** Divides the people of an import into ranges that are merged at the same time: one for each core of a small server. */
export async function divide(ports: ImportKindDeps, id: Uuid, total: number, fresh: number): Promise<void> {
  const { imports } = ports;
  const merged: Merged = { people: 0, counts: noCounts, joined: Array.from({ length: fresh }, () => 0) };
  const open = { after: null, done: false, merged };
  const middle = total < IN_TWO_FROM ? null : await imports.phoneOf(id, Math.floor(total / 2));
  if (middle === null) return imports.addRange(id, { ...open, nth: 0, upto: null });
  const box = await fileBox(ports, id);
  const end = box.seal(middle.startsWith(SPELLED_TWICE) ? AFTER_SPELLED_TWICE : middle, keyContext(id));
  await imports.addRange(id, { ...open, nth: 0, upto: end });
  await imports.addRange(id, { ...open, nth: 1, after: end, upto: null });
}

/**
 * Merges the next pages of each range. Each page of several ranges is a transaction of its own, which moves its range:
 * whatever becomes of this step, no page is merged twice. The step only adds up what the ranges have counted.
 */
export async function merge(
  ports: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  position: In<"merge">,
): Promise<JobStep<Position>> {
  const { id } = turn;
  const { total } = position;
  const open = (await rangesOf(ports, turn, position)).filter(({ done }) => !done);
  const [first] = open;
  // Where no session is free, calls that wait for this step may have them all. A step that failed takes no other session.
  if (open.length < 2 || turn.failures > 0 || ports.unitOfWork.freeSessions() < open.length) {
    if (first) await mergePage(ports, turn, position, first.nth);
  } else {
    const until = ports.now() + STEP_MS;
    const pages = open.map(({ nth }) => mergePages(ports, turn, position, { nth, until }));
    // All of them: a page that goes on after its step would merge people of a canceled import.
    for (const page of await Promise.allSettled(pages)) if (page.status === "rejected") throw page.reason;
  }
  const ranges = await ports.imports.ranges(id);
  const merged = mergedIn(ranges);
  return {
    position: ranges.every(({ done }) => done) ? { phase: "clean", total } : position,
    progress: { done: merged.people, total },
    result: counted(countsOf(turn), merged),
  };
}

async function rangesOf(
  { imports }: Pick<ImportKindDeps, "imports">,
  turn: JobTurn<ImportParams, Position>,
  position: In<"merge">,
): Promise<readonly ImportRange[]> {
  const ranges = await imports.ranges(turn.id);
  if (ranges.length > 0) return ranges;
  const undivided = undividedRange(turn, position);
  await imports.addRange(turn.id, undivided);
  return [undivided];
}

/** Of an import that a node of an earlier release has begun to merge, which noted in the job how far it was. */
function undividedRange(turn: JobTurn<ImportParams, Position>, { after = null }: In<"merge">): ImportRange {
  const { newGroups = [], ...counts } = countsOf(turn);
  const merged = { people: turn.progress.done, counts, joined: newGroups.map(({ people }) => people) };
  const nobody = { people: 0, counts: noCounts, joined: newGroups.map(() => 0) };
  const sealed = after === null ? null : Buffer.from(after, "base64");
  return { nth: 0, after: sealed, upto: null, done: false, merged: sum(nobody, merged) };
}

/**
 * What an import has done that ends early: pages that were merged beside a step that failed are in no step's result.
 * undefined: nothing was merged, or by a node of an earlier release.
 */
export async function mergedSoFar(
  { imports }: Pick<ImportKindDeps, "imports">,
  job: AbandonedJob<ImportParams>,
): Promise<JobEnd | undefined> {
  const ranges = await imports.holdRanges(job.id);
  if (ranges.length === 0) return undefined;
  const merged = mergedIn(ranges);
  return { progress: { ...job.progress, done: merged.people }, result: counted(countsOf(job), merged) };
}

/**
 * Pages of a range beside the step, for as long as time and a session are left. A range that waits for the disk or for
 * our process leaves its core to the other one, so they rarely wait for each other.
 */
async function mergePages(
  ports: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  position: In<"merge">,
  { nth, until }: { readonly nth: number; readonly until: number },
): Promise<void> {
  const { unitOfWork, now } = ports;
  do {
    if (!(await unitOfWork.beside(() => mergePage(ports, turn, position, nth)))) return;
  } while (now() < until && unitOfWork.freeSessions() > 0);
}

/** @returns whether the range may have more */
async function mergePage(
  { imports, newsletter, ...ports }: ImportKindDeps,
  turn: JobTurn<ImportParams, Position>,
  { fresh = [] }: In<"merge">,
  nth: number,
): Promise<boolean> {
  const { id, params, createdBy } = turn;
  const { plan } = params;
  const range = await imports.holdRange(id, nth);
  if (range === null || range.done) return false;
  const box = await fileBox({ imports, ...ports }, id);
  const [after, upto] = boundsOf(range, (sealed) => box.open(sealed, keyContext(id)));
  const page = await imports.page(id, plan, { after, upto }, portionOf(MEMBERSHIPS_AT_ONCE, turn));
  const { last, people } = page;
  if (last === null) {
    await imports.saveRange(id, { ...range, done: true });
    return false;
  }
  const groups = new Set([
    ...plan.groups,
    ...page.groups.map((key) => (key.startsWith("-") ? fresh[-1 - Number(key)]! : Number(key))),
  ]);
  const ids = [...groups].filter((one) => one > 0);
  if ((await newsletter.groups(ids)).length < ids.length) {
    throw new DomainError("not_found", "A group of this import was deleted. Those imported before that stay.");
  }
  const { counts, joined, optedOut } = await imports.merge({ id, plan, actor: createdBy, after, last, fresh });
  await suppress(ports, createdBy, optedOut);
  await imports.saveRange(id, {
    nth,
    after: box.seal(last, keyContext(id)),
    done: false,
    merged: sum(range.merged, { people, counts, joined }),
  });
  return true;
}

const boundsOf = ({ after, upto }: ImportRange, open: (sealed: Buffer) => string): [string, string | null] => [
  after === null ? "" : open(after),
  upto === null ? null : open(upto),
];

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

const mergedIn = (ranges: readonly ImportRange[]): Merged => ranges.map(({ merged }) => merged).reduce(sum);

const sum = (a: Merged, b: Merged): Merged => ({
  people: a.people + b.people,
  counts: Object.fromEntries(
    Object.keys(noCounts).map((name) => [
      name,
      a.counts[name as keyof ImportCounts] + b.counts[name as keyof ImportCounts],
    ]),
  ) as ImportCounts,
  joined: a.joined.map((people, nth) => people + b.joined[nth]!),
});

function counted({ newGroups, ...read }: Counts, { counts, joined }: Merged): Counts {
  const grown = newGroups?.map((group, nth) => ({ ...group, people: joined[nth]! }));
  return { ...read, ...counts, ...(grown && { newGroups: grown }) };
}
