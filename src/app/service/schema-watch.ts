import { periodic, type LoopDeps, type WorkerLoop } from "#engine/worker-loop";
import { second } from "#lib/time";
import { tooOldFor, type MigrationState } from "#store/migrate";

const EVERY_MS = 5 * second;

export type SchemaWatch = {
  readonly workerLoop: WorkerLoop;
  /** Resolves once a newer node has migrated the schema to one that this node cannot work on. */
  readonly outdated: Promise<void>;
};

/**
 * Notices that the schema was migrated beyond this node while it runs. Otherwise it would ignore data that it does not
 * know, and for example send everyone the text of the default language.
 *
 * @param newest newest migration in this code
 */
export function schemaWatch(readState: () => Promise<MigrationState>, newest: number, tools: LoopDeps): SchemaWatch {
  const { promise: outdated, resolve } = Promise.withResolvers<void>();
  let isNoted = false;

  async function check(): Promise<void> {
    const reason = isNoted ? null : tooOldFor(await readState(), newest);
    if (reason === null) return;
    isNoted = true;
    tools.log("error", "this node is too old and stops", { reason });
    resolve();
  }

  return { outdated, workerLoop: periodic({ name: "schema", ...tools, everyMs: EVERY_MS, work: check }) };
}
