import { workerLoop, type LoopDeps, type WorkerLoop } from "#engine/worker-loop";
import { errorText } from "#lib/error-text";
import { hour } from "#lib/time";
import { areIndexesNoticed, missingIndexes, type IndexOutcome } from "#store/indexes";
import type { Db } from "#store/database";

/**
 * Builds missing indexes at the start and then every hour, on whichever node can. An index that cannot be built is
 * logged once.
 */
export function indexKeeper(
  store: {
    readonly db: Pick<Db, "pool">;
    buildIndexes(stopping: AbortSignal): Promise<readonly IndexOutcome[]>;
  },
  tools: LoopDeps,
): WorkerLoop {
  const logged = new Set<string>();

  function report({ index, outcome, reason }: IndexOutcome, isNoticed: boolean): void {
    const { name, without } = index;
    // A first start builds all of them in a moment.
    if (outcome === "built" && isNoticed) tools.log("info", "an index was built", { index: name });
    if (outcome !== "impossible" && outcome !== "failed") return;
    const key = `${name} ${reason}`;
    if (logged.has(key)) return;
    logged.add(key);
    const meaning = `The service works without it, but ${without}.`;
    tools.log("info", "an index cannot be built", { index: name, reason, meaning });
  }

  return workerLoop({
    name: "indexes",
    ...tools,
    async step(stopping) {
      try {
        if ((await missingIndexes(store.db.pool)).length > 0) {
          const isNoticed = await areIndexesNoticed(store.db.pool);
          for (const outcome of await store.buildIndexes(stopping)) report(outcome, isNoticed);
        }
      } catch (error) {
        if (!stopping.aborted) tools.log("info", "indexes are checked again in an hour", { error: errorText(error) });
      }
      return hour;
    },
  });
}
