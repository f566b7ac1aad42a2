import type { DueWork } from "#domain/due-work";
import { dueWatch } from "#engine/due-watch";
import type { WorkerLoop } from "#engine/worker-loop";
import type { Db } from "#store/database";
import { dueWorkQuery } from "#store/queries/upkeep/due-work";

/** What wakes these loops in a service. */
export function dueLoops(db: Db, loops: Partial<Record<DueWork, Pick<WorkerLoop, "wake">>>): WorkerLoop {
  return dueWatch(dueWorkQuery(db), (kind) => loops[kind]?.wake(), { log: () => undefined, random: Math.random });
}
