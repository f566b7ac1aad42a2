import type { Uuid } from "#lib/ids";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";

import { featuresOf, type Licenses } from "../license/require.ts";
import type { Feature } from "../license/license.ts";
import type { NewMessage } from "../messages/message.ts";
import type { ConsentCheck } from "../consent/require-consent.ts";
import type { Phone } from "../recipients/phone.ts";
import type { AcceptResult, MessageStore } from "../messages/message-store.ts";
import { footerOf } from "../opt-out/footer.ts";
import type { Routes } from "../routing/routes.ts";
import type { LeftSince, RefusedMessage, RunRecord, ScheduleStore } from "./schedule-store.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { occurrenceOf, refusalOf, routeOf } from "./scheduled-message.ts";
import type { PauseReason, ScheduleOwners } from "./owners.ts";
import { judge } from "./next-run.ts";
import { consentOf, withConsent } from "./run-consent.ts";
import type { Schedule, ScheduleState } from "./schedule.ts";

export type RunDeps = {
  readonly schedules: ScheduleStore;
  readonly leftSince: LeftSince;
  readonly unitOfWork: UnitOfWork;
  readonly messages: MessageStore;
  readonly routes: Routes;
  readonly licenses: Licenses;
  readonly owners: ScheduleOwners;
  readonly readSettings: ReadSettings;
  readonly consentCheck: Pick<ConsentCheck, "listWithoutConsent">;
  /** Database time. */
  readonly clock: Clock;
  readonly log: Log;
};

/** One occurrence to be sent now, and its schedule's next run. */
export type PlannedRun = {
  readonly schedule: Schedule;
  /** null: requested by a caller, now. */
  readonly runAt: number | null;
  readonly missed: number;
  readonly nextRun: number | null;
  readonly state: ScheduleState;
};

/** The feature of the license that a schedule needs. */
export function featureOf(schedule: { readonly repeat: object | null }): Feature {
  return schedule.repeat === null ? "scheduling" : "recurring";
}

/**
 * Runs up to `limit` due schedules in one transaction: their messages, their results and their next runs are committed
 * together or not at all, so that neither a crash nor a second node can send an occurrence twice.
 *
 * @param claimed called with their ids before anything is written
 * @returns how many were due
 */
export async function runDue(ports: RunDeps, limit: number, claimed: (ids: readonly Uuid[]) => void): Promise<number> {
  const installed = await ports.licenses.current();
  const once = async (verdictOf: ScheduleOwners["verdict"]) => {
    const decided = await ports.unitOfWork.ownTransaction(async () => {
      const { due, now } = await ports.schedules.claimDue(limit);
      claimed(due.map(({ id }) => id));
      const { unknown, stopped } = await decide(ports, due, { usable: featuresOf(installed, now), now, verdictOf });
      return { count: due.length, unknown, stopped };
    });
    logStopped(ports, decided.stopped);
    return decided;
  };
  const { count, unknown } = await once(ports.owners.verdict);
  // Those that were left out are claimed again at once.
  return unknown.length === 0 ? count : (await once(await verdictsOf(ports, unknown))).count;
}

/** After the commit: a schedule that stops sends nothing more, and nobody called. */
function logStopped({ log }: Pick<RunDeps, "log">, { waiting, paused }: Stopped): void {
  if (waiting > 0) log("warn", "schedules that are due wait for a license", { count: waiting });
  if (paused > 0) log("warn", "schedules are paused, because their owners may no longer send", { count: paused });
}

/**
 * The verdicts about some owners, who are queried now, for as long as they are used: on a slow database they would
 * otherwise expire before each claim ends, and the schedules would never run.
 */
async function verdictsOf(
  { owners }: Pick<RunDeps, "owners">,
  unknown: readonly string[],
): Promise<ScheduleOwners["verdict"]> {
  const learned = await owners.learn(unknown);
  return (owner) => (learned.has(owner) ? learned.get(owner) : owners.verdict(owner));
}

/**
 * The same for one schedule, so that others do not fail with it. An occurrence that was decided before is skipped: the
 * database's clock was set back since, and the schedule would be tried again until its next one.
 */
export async function runOne(ports: RunDeps, id: Uuid): Promise<void> {
  const installed = await ports.licenses.current();
  const found = await ports.schedules.find(id);
  const verdictOf = found ? await verdictsOf(ports, [found.owner]) : ports.owners.verdict;
  const stopped = await ports.unitOfWork.ownTransaction(async () => {
    const locked = await ports.schedules.lock(id);
    if (!locked) return NONE;
    const { schedule, now } = locked;
    const verdict = schedule.state === "active" ? judge(schedule, now) : null;
    if (!verdict) return NONE;
    const { runAt, missed, next } = verdict;
    if (await ports.schedules.isDecided(id, runAt)) {
      const state = next === null ? "completed" : "active";
      await ports.schedules.record([
        skipOf(schedule, { runAt, missed, nextRun: next, state, reason: "decided_before" }),
      ]);
      return NONE;
    }
    return (await decide(ports, [schedule], { usable: featuresOf(installed, now), now, verdictOf })).stopped;
  });
  logStopped(ports, stopped);
}

/** How many schedules wait for a license from now on, and how many were paused because of their owners. */
type Stopped = { readonly waiting: number; readonly paused: number };

const NONE: Stopped = { waiting: 0, paused: 0 };

type DecideOptions = {
  readonly usable: readonly Feature[];
  readonly now: number;
  readonly verdictOf: ScheduleOwners["verdict"];
};

/** @returns `unknown`: owners about whom the platform must be asked first; their schedules are left as they are */
async function decide(
  ports: RunDeps,
  due: readonly Schedule[],
  { usable, now, verdictOf }: DecideOptions,
): Promise<{ readonly unknown: readonly string[]; readonly stopped: Stopped }> {
  const waiting: Uuid[] = [];
  const unknown: string[] = [];
  const paused: { readonly id: Uuid; readonly reason: PauseReason }[] = [];
  const runs: PlannedRun[] = [];
  const late: RunRecord[] = [];
  for (const schedule of due) {
    if (!usable.includes(featureOf(schedule))) {
      waiting.push(schedule.id);
      continue;
    }
    const reason = verdictOf(schedule.owner);
    if (reason === undefined) {
      unknown.push(schedule.owner);
      continue;
    }
    if (reason !== null) {
      paused.push({ id: schedule.id, reason });
      continue;
    }
    const verdict = judge(schedule, now);
    if (!verdict) continue;
    const { runAt, missed, next } = verdict;
    const state = next === null ? "completed" : "active";
    if (verdict.kind === "run") runs.push({ schedule, runAt, missed, nextRun: next, state });
    else late.push(skipOf(schedule, { runAt, missed, nextRun: next, state, reason: "late" }));
  }
  if (waiting.length > 0) await ports.schedules.awaitLicense(waiting);
  if (paused.length > 0) await ports.schedules.pauseOf(paused);
  const records = await fire(ports, runs);
  await ports.schedules.record([...late, ...records].toSorted((a, b) => (a.scheduleId < b.scheduleId ? -1 : 1)));
  return { unknown, stopped: { waiting: waiting.length, paused: paused.length } };
}

/** The record of a skipped occurrence. */
export function skipOf(
  schedule: Pick<Schedule, "id">,
  skip: Pick<RunRecord, "runAt" | "missed" | "nextRun" | "state" | "reason">,
): RunRecord {
  return { scheduleId: schedule.id, outcome: "skipped", messageId: null, ...skip };
}

/**
 * Creates the messages of occurrences, inside the transaction that records them. One that cannot reach anyone (gateway
 * removed, everyone opted out) is written as a failed message, and its schedule continues.
 */
export async function fire(
  ports: Pick<RunDeps, "messages" | "schedules" | "leftSince" | "routes" | "readSettings" | "consentCheck">,
  runs: readonly PlannedRun[],
): Promise<readonly RunRecord[]> {
  const erased = await erasedSince(ports, runs);
  const left = await leftGroups(ports, runs);
  const consent = await consentOf(
    ports,
    runs.map(({ schedule }) => schedule),
  );
  const records: RunRecord[] = [];
  const going: { readonly run: PlannedRun; readonly message: NewMessage }[] = [];
  const refused: (RefusedMessage & { readonly run: PlannedRun })[] = [];
  const isMarketing = runs.some(({ schedule }) => schedule.message.category === "marketing");
  const footer = isMarketing ? await footerOf(ports.readSettings, "marketing") : null;
  for (const planned of runs) {
    const known = without(planned.schedule, erased, left.get(planned.schedule.id));
    if (isNobody(known)) {
      // Its text concerns that person alone: nothing of it is written, and the erasure ends the schedule.
      records.push({ ...recordOf({ ...planned, schedule: known }, null, "no_recipients"), outcome: "skipped" });
      continue;
    }
    const run = { ...planned, schedule: await withConsent(ports, known, consent) };
    const { category } = run.schedule.message;
    const route = routeOf(run.schedule.message.route, ports.routes);
    const ownFooter = category === "marketing" ? footer : null;
    const { message, refused: hasNoText } = occurrenceOf(run.schedule, ownFooter, route);
    const isRefused = isNobody(run.schedule) || consent.isUnknown(run.schedule);
    const reason =
      refusalOf(message, route) ?? (isRefused ? "consent_required" : null) ?? (hasNoText ? "missing_values" : null);
    if (reason === null) going.push({ run, message });
    else refused.push({ run, scheduleId: run.schedule.id, message, reason, suppressed: 0 });
  }
  const results = going.length > 0 ? await ports.messages.acceptAll(going.map(({ message }) => message)) : [];
  going.forEach(({ run, message }, index) => {
    const result = results[index]!;
    if (result.kind === "accepted") records.push(recordOf(run, result.message.id, null));
    else refused.push({ run, scheduleId: run.schedule.id, message, ...nobody(result) });
  });
  const ids = await ports.schedules.refuse(refused);
  refused.forEach(({ run, reason }, index) => records.push(recordOf(run, ids[index]!, reason)));
  return records;
}

function nobody(result: AcceptResult): { reason: string; suppressed: number } {
  return { reason: "no_recipients", suppressed: result.kind === "no_recipients" ? result.suppressed : 0 };
}

/** Numbers that are being erased, unless no run has any. */
async function erasedSince(
  { schedules }: Pick<RunDeps, "schedules">,
  runs: readonly PlannedRun[],
): Promise<ReadonlyMap<Phone, number>> {
  const isNamed = runs.some(({ schedule }) => schedule.message.phones.length > 0);
  return isNamed ? schedules.beingErased() : new Map();
}

/**
 * A link to leave, in a text to a group, is useless if the person still gets the next run because they are also named
 * in the call.
 */
async function leftGroups({ leftSince }: Pick<RunDeps, "leftSince">, runs: readonly PlannedRun[]) {
  const named = runs
    .map(({ schedule }) => schedule)
    .filter(({ message: { category, phones, audience } }) => {
      return category === "marketing" && phones.length > 0 && audience !== null;
    });
  return named.length > 0 ? leftSince(named) : new Map<Uuid, ReadonlySet<Phone>>();
}

/**
 * An erasure removes the number from schedules a moment after it was requested: a run meanwhile must not send to it.
 *
 * @param left numbers that have left the groups of the schedule
 */
function without(
  schedule: Schedule,
  erased: ReadonlyMap<Phone, number>,
  left: ReadonlySet<Phone> | undefined,
): Schedule {
  const { message, createdAt } = schedule;
  const phones = message.phones.filter((phone) => createdAt > (erased.get(phone) ?? -Infinity) && !left?.has(phone));
  return phones.length === message.phones.length ? schedule : { ...schedule, message: { ...message, phones } };
}

const isNobody = ({ message: { phones, audience }, frozenSet }: Schedule): boolean =>
  phones.length === 0 && audience === null && frozenSet === null;

function recordOf({ schedule, ...rest }: PlannedRun, messageId: Uuid | null, reason: string | null): RunRecord {
  return { scheduleId: schedule.id, ...rest, messageId, outcome: reason === null ? "sent" : "failed", reason };
}
