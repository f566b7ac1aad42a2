import type { Uuid } from "#lib/ids";

import type { UnitOfWork } from "../unit-of-work.ts";
import { following, nextAfter } from "./next-run.ts";
import type { Schedule } from "./schedule.ts";
import type { ScheduleStore } from "./schedule-store.ts";

const BATCH = 500;

/**
 * Brings back the next runs of recurring schedules that ran while the database's clock was ahead: the clock was set
 * back since, and the runs between now and then would silently be left out. Decisions that were made stay in effect.
 *
 * @returns how many schedules run sooner again
 */
export async function recallAhead(ports: {
  readonly schedules: Pick<ScheduleStore, "claimAhead" | "isDecided" | "save">;
  readonly unitOfWork: UnitOfWork;
}): Promise<number> {
  const { schedules, unitOfWork } = ports;
  let count = 0;
  for (let after: Uuid | null = null; ;) {
    const last: Uuid | null = await unitOfWork.ownTransaction(async () => {
      const { ahead, now } = await schedules.claimAhead(after, BATCH);
      for (const schedule of ahead) {
        const nextRun = await undecidedAfter(schedules, schedule, now);
        if (nextRun === null || (schedule.nextRun !== null && nextRun >= schedule.nextRun)) continue;
        const state = schedule.state === "completed" ? "active" : schedule.state;
        await schedules.save({ ...schedule, nextRun, state }, { kind: "changed", by: "clock" });
        count += 1;
      }
      return ahead.length === BATCH ? ahead.at(-1)!.id : null;
    });
    if (last === null) return count;
    after = last;
  }
}

async function undecidedAfter(
  schedules: Pick<ScheduleStore, "isDecided">,
  { id, repeat }: Schedule,
  now: number,
): Promise<number | null> {
  let next = nextAfter(repeat, now);
  while (next !== null && (await schedules.isDecided(id, next))) next = following(repeat, next);
  return next;
}
