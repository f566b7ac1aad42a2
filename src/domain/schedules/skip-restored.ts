import type { RunRecord, ScheduleStore } from "./schedule-store.ts";
import { judge } from "./next-run.ts";
import { skipOf } from "./run.ts";

const BATCH = 500;

/**
 * Skips runs that are due in a restored copy, regardless of `ifLate`: the original ran until an unknown moment after
 * the backup, and may have sent it. So is what waited for a license, which the original may have got since. Schedules
 * that were made on the copy are not touched. Only inside a transaction.
 *
 * @param restoredAt milliseconds since 1970
 * @returns how many schedules skipped a run
 */
export async function skipRestored(
  schedules: Pick<ScheduleStore, "claimRestored" | "record">,
  restoredAt: number,
): Promise<number> {
  for (let count = 0; ;) {
    const { due, now } = await schedules.claimRestored(restoredAt, BATCH);
    const skips = due.flatMap((schedule): RunRecord[] => {
      const verdict = judge(schedule, now);
      if (!verdict) return [];
      const { runAt, missed, next } = verdict;
      const state = next === null ? "completed" : schedule.state;
      return [skipOf(schedule, { runAt, missed, nextRun: next, state, reason: "restored" })];
    });
    if (skips.length === 0) return count;
    await schedules.record(skips.toSorted((a, b) => (a.scheduleId < b.scheduleId ? -1 : 1)));
    count += skips.length;
  }
}
