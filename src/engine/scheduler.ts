import { featuresOf } from "#domain/license/require";
import { recallAhead } from "#domain/schedules/recall-ahead";
import { runDue, runOne, type RunDeps } from "#domain/schedules/run";
import { errorText } from "#lib/error-text";
import type { Uuid } from "#lib/ids";
import { minute, second } from "#lib/time";

import { IDLE_MS, workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

export type SchedulerDeps = RunDeps &
  LoopDeps & {
    /** Schedules run in one transaction. */
    readonly batch?: number;
  };

/** Larger batches gain little and delay schedules that become due a moment later. */
const BATCH = 500;
/** Batches run in parallel while more than one is due: PostgreSQL works on one while we prepare the other. */
const PARALLEL_BATCHES = 2;
/** How often a license is looked for while schedules wait for one. */
const LICENSE_MS = second;
/** Pause when other nodes have locked everything that is due. */
const CONTENDED_MS = 20;
/** How often schedules are looked for that ran while the database's clock was ahead. */
const RECALL_MS = minute;
/** How long a schedule that cannot be run is postponed, while the others continue. */
const PUT_OFF_SECONDS = 30;

/**
 * Turns due schedules into messages, by the database's time alone. Safe on any number of nodes: each skips what another
 * has claimed. This is not a leased job: nothing leaves the database, so one transaction is claim, step and end
 * (docs/decisions/0012-schedules.md).
 */
export function scheduler(options: SchedulerDeps): WorkerLoop {
  const { schedules, licenses, clock, log } = options;
  const batch = options.batch ?? BATCH;
  let resumedAt = -Infinity;
  let recalledAt = -Infinity;

  async function step(stopping: AbortSignal): Promise<number> {
    await resumeLicensed();
    await recall();
    const wait = await schedules.untilDue();
    if (wait === null || wait > 0) return Math.min(wait ?? IDLE_MS, IDLE_MS);
    const ran = await run(stopping);
    if (ran === batch) await drain(stopping);
    return ran > 0 ? 0 : CONTENDED_MS;
  }

  /**
   * Runs until nothing that was due is left. Schedules that become due meanwhile are included: half of each batch is
   * the newest.
   */
  async function drain(stopping: AbortSignal): Promise<void> {
    const line = async (): Promise<void> => {
      while (!stopping.aborted && (await run(stopping)) === batch);
    };
    const lines = await Promise.allSettled(Array.from({ length: PARALLEL_BATCHES }, line));
    const failed = lines.find((one) => one.status === "rejected");
    if (failed) throw failed.reason;
  }

  /** Schedules that waited for a license continue by themselves when there is one. */
  async function resumeLicensed(): Promise<void> {
    const now = clock.now();
    if (Math.abs(now - resumedAt) < LICENSE_MS) return;
    resumedAt = now;
    const usable = featuresOf(await licenses.current(), now);
    if (usable.length === 0) return;
    const count = await schedules.resumeLicensed(usable);
    if (count === 0) return;
    log("info", "schedules that waited for a license continue", { count });
    // More than one batch may have been waiting: check again without a pause.
    resumedAt = -Infinity;
  }

  async function recall(): Promise<void> {
    const now = clock.now();
    if (Math.abs(now - recalledAt) < RECALL_MS) return;
    recalledAt = now;
    const count = await recallAhead(options);
    if (count > 0) log("warn", "the database's clock was set back: schedules run again at their times", { count });
  }

  async function run(stopping: AbortSignal): Promise<number> {
    let claimed: readonly Uuid[] = [];
    try {
      return await runDue(options, batch, (ids) => (claimed = ids));
    } catch (error) {
      if (claimed.length === 0) throw error;
      log("warn", "a batch of schedules failed and is run one by one", {
        count: claimed.length,
        error: errorText(error),
      });
      for (const id of claimed) if (!stopping.aborted) await runAlone(id);
      return claimed.length;
    }
  }

  async function runAlone(id: Uuid): Promise<void> {
    try {
      await runOne(options, id);
    } catch (error) {
      log("warn", "a schedule could not be run and will be retried", { schedule: id, error: errorText(error) });
      // If the database is unavailable this throws too, and the loop waits for it.
      await schedules.putOff(id, PUT_OFF_SECONDS, errorText(error));
    }
  }

  return workerLoop({ name: "scheduler", log, random: options.random, step });
}
