import type { Uuid } from "#lib/ids";

import { DomainError } from "../error.ts";
import { requireFeature } from "../license/require.ts";
import type { RunRecord } from "./schedule-store.ts";
import { following, judge, nextAfter } from "./next-run.ts";
import { featureOf, fire, skipOf, type RunDeps } from "./run.ts";
import type { Schedule, ScheduleState } from "./schedule.ts";

export type Controlled = {
  readonly schedule: Schedule;
  readonly warnings: readonly string[];
  /** It was already in the requested state: a retry after a lost response is not refused. */
  readonly already?: boolean;
};

type Deps = Pick<RunDeps, "schedules" | "unitOfWork" | "licenses">;

const open: readonly ScheduleState[] = ["active", "paused", "waiting_license"];

/** Nothing runs until it is resumed. Needs no license. @throws DomainError not_found, not_in_this_state */
export function pauseSchedule(ports: Deps, id: Uuid, by: string): Promise<Controlled> {
  return withLocked(ports, id, ["active", "waiting_license", "paused"], "paused", async (schedule) => {
    if (schedule.state === "paused") return unchanged(schedule);
    return {
      schedule: await ports.schedules.save({ ...schedule, state: "paused" }, { kind: "paused", by }),
      warnings: [],
    };
  });
}

/**
 * Continues with the first occurrence after now: occurrences during a pause were not meant to be sent. A one-time
 * schedule whose time has passed is due immediately, and the rules for late runs decide. Whoever resumes it answers for
 * its runs.
 *
 * @throws DomainError not_found, not_in_this_state, addon_required
 */
export async function resumeSchedule(ports: Deps, id: Uuid, by: string): Promise<Controlled> {
  return withLocked(ports, id, ["paused", "active"], "resumed", async (schedule, now) => {
    if (schedule.state === "active") return unchanged(schedule);
    const warnings = requireFeature(await ports.licenses.current(), featureOf(schedule), now);
    const { repeat, nextRun } = schedule;
    const next = repeat === null || (nextRun ?? 0) > now ? nextRun : nextAfter(repeat, now);
    const resumed = {
      ...schedule,
      owner: by,
      nextRun: next,
      state: next === null ? ("completed" as const) : ("active" as const),
    };
    return { schedule: await ports.schedules.save(resumed, { kind: "resumed", by }), warnings };
  });
}

/**
 * Ends it permanently; what has been sent stays sent. Needs no license. @throws DomainError not_found,
 * not_in_this_state
 */
export function cancelSchedule(ports: Deps, id: Uuid, by: string): Promise<Controlled> {
  return withLocked(ports, id, [...open, "canceled"], "canceled", async (schedule) => {
    if (schedule.state === "canceled") return unchanged(schedule);
    const canceled = { ...schedule, state: "canceled" as const, nextRun: null };
    return { schedule: await ports.schedules.save(canceled, { kind: "canceled", by }), warnings: [] };
  });
}

/** The result if nothing changed. */
export function unchanged(schedule: Schedule): Controlled {
  return { schedule, warnings: [], already: true };
}

/**
 * Skips the next occurrence. Needs no license: nothing is sent.
 *
 * @param expected the occurrence that the caller saw as the next one, in milliseconds; null: any
 * @throws DomainError not_found, not_in_this_state, conflict (another one is the next)
 */
export function skipNext(ports: Deps, id: Uuid, expected: number | null): Promise<Controlled> {
  return withLocked(ports, id, open, "skipped", async (schedule, now) => {
    if (expected !== null && schedule.nextRun !== expected) {
      throw new DomainError("conflict", "Another run is the next one now. Nothing was skipped.");
    }
    const { runAt, missed } = nextToRun(schedule, now);
    const nextRun = runAt === null ? null : following(schedule.repeat, runAt);
    const state = nextRun === null ? "completed" : schedule.state;
    const record = skipOf(schedule, { runAt, missed, nextRun, state, reason: "by_request" });
    return { schedule: await recorded(ports, schedule, [record]), warnings: [] };
  });
}

/**
 * The occurrence that would be sent next. If it was waiting for a license or for a node, the last one missed is made up
 * for unless it is too late; occurrences during a pause are not.
 */
function nextToRun(schedule: Schedule, now: number): { runAt: number | null; missed: number } {
  const verdict = judge(schedule, now);
  if (!verdict) return { runAt: schedule.nextRun, missed: 0 };
  const isPaused = schedule.state === "paused";
  const isOver = (isPaused || verdict.kind === "late") && verdict.next !== null;
  const missed = isPaused ? 0 : verdict.missed + (isOver ? 1 : 0);
  return { runAt: isOver ? verdict.next : verdict.runAt, missed };
}

/**
 * Sends an occurrence now, in addition to those of the rule; a one-time schedule is then complete.
 *
 * @throws DomainError not_found, not_in_this_state, addon_required
 */
export function runNow(ports: RunDeps, id: Uuid): Promise<Controlled & { readonly run: RunRecord }> {
  return withLocked(ports, id, open, "run", async (schedule, now) => {
    const warnings = requireFeature(await ports.licenses.current(), featureOf(schedule), now);
    const nextRun = schedule.repeat === null ? null : schedule.nextRun;
    const state = nextRun === null ? ("completed" as const) : schedule.state;
    const runs = await fire(ports, [{ schedule, runAt: null, missed: 0, nextRun, state }]);
    const run = runs[0]!;
    if (run.messageId === null) {
      throw new DomainError(
        "not_in_this_state",
        "Nobody is left to send to: the person whom this schedule names is being erased.",
      );
    }
    return { schedule: await recorded(ports, schedule, runs), warnings, run };
  });
}

async function recorded(
  ports: Pick<Deps, "schedules">,
  { id }: Schedule,
  runs: readonly RunRecord[],
): Promise<Schedule> {
  await ports.schedules.record(runs);
  return (await ports.schedules.find(id))!;
}

export const scheduleIs: Readonly<Record<ScheduleState, string>> = {
  active: "is active",
  paused: "is paused",
  waiting_license: "is waiting for a license",
  completed: "is completed",
  canceled: "is canceled",
};

/**
 * Locks the schedule so that no node runs it meanwhile, and refuses what its state does not allow.
 *
 * @param work gets the database's time, too
 */
export function withLocked<T>(
  ports: Pick<Deps, "schedules" | "unitOfWork">,
  id: Uuid,
  states: readonly ScheduleState[],
  what: string,
  work: (schedule: Schedule, now: number) => Promise<T>,
): Promise<T> {
  return ports.unitOfWork.transaction(async () => {
    const locked = await ports.schedules.lock(id);
    if (!locked) throw noSchedule();
    const { schedule, now } = locked;
    if (!states.includes(schedule.state)) {
      throw new DomainError(
        "not_in_this_state",
        `A schedule that ${scheduleIs[schedule.state]} cannot be ${what}.`,
        [],
        {
          state: schedule.state,
        },
      );
    }
    return work(schedule, now);
  });
}

export function noSchedule(): DomainError {
  return new DomainError("not_found", "This schedule does not exist.");
}
