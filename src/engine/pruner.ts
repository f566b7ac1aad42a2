import type { Kept, LogMonth, PruningStore, Walk } from "#domain/privacy/pruning-store";
import { UNDO_HOURS } from "#domain/jobs/undo";
import { HOURS_KEPT_DAYS } from "#domain/stats/read-stats";
import { LONGEST_CAP_HOURS } from "#domain/frequency-cap/frequency-cap-settings";
import { MEDIA_DAYS } from "#domain/media/upload-media";
import { errorText } from "#lib/error-text";
import { day, hour, minute, second, type Clock } from "#lib/time";

import { workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const BATCH = 5_000;
const CHUNKS = 100;
/** Each file may have five megabytes. */
const FILES = 100;
/**
 * The number of each person is decrypted, to find what else is stored about it; that blocks this process for 0.1 ms.
 */
const PEOPLE = 200;
const IDEMPOTENCY_HOURS = 24;
/** Receipts arrive within three days; a provider that holds a message for two weeks reports it by then, too. */
const REFERENCE_DAYS = 30;
/** Pause between two batches of one table, because other work needs the disk, too. */
const BATCH_PAUSE_MS = 20;
const BUSY_MS = 10 * second;
const MAX_WAITS = 30;

/** One step, starting from a position; returns the position of the next step, or null if there is none. */
type Task = (after: string) => Promise<string | null>;

/**
 * Deletes what has passed its retention, and creates partitions before they are needed. In batches, each its own
 * transaction: a single delete of a day's keys would hold its locks for minutes.
 *
 * @param readKept is called once an hour: a change of retention applies within an hour
 */
export function pruner(
  store: PruningStore,
  readKept: () => Promise<Kept>,
  tools: LoopDeps & { readonly clock: Clock },
): WorkerLoop {
  let hourly = 0;
  let consentsOn: number | null = null;
  let tasks: Task[] = [];
  let after = "";
  let waits = 0;

  async function everyHour(): Promise<void> {
    await store.ensurePartitions();
    await store.pruneShares();
    await store.pruneNoticeDays();
    const kept = await readKept();
    await store.pruneRemovedGateways();
    hourly = tools.clock.now() + hour;
    after = "";
    waits = 0;
    tasks = [
      ...walk(kept.webhookDeliveries, store.pruneWebhookDeliveries),
      ...walk(kept.inbox, store.pruneInbox),
      ...walk(kept.inbox, store.pruneInboundEvents),
      ...walk(kept.texts, store.pruneTexts),
      ...walk(kept.texts, store.pruneScheduleTexts),
      ...walk(kept.log, store.pruneScheduleRuns),
      ...walk(kept.log, store.pruneSchedules),
      async (from) => (await store.pruneFrozenSets(from, BATCH)).next,
      ...walk(kept.log, store.pruneOrderDecisions),
      ...daily(kept.consents, store.pruneConsents),
      ...walk(kept.jobs, store.pruneJobs),
      async () => ((await store.pruneBulkJoins(UNDO_HOURS, BATCH)) === BATCH ? "more" : null),
      async () => ((await store.pruneImportLeftovers(BATCH)) === BATCH ? "more" : null),
      async () => ((await store.pruneDeadChunks(CHUNKS)) === CHUNKS ? "more" : null),
      async () => ((await store.pruneContacts(LONGEST_CAP_HOURS, BATCH)) === BATCH ? "more" : null),
      async () => ((await store.pruneCodeRequests(BATCH)) === BATCH ? "more" : null),
      async () => ((await store.pruneStatHours(HOURS_KEPT_DAYS, BATCH)) === BATCH ? "more" : null),
      async () => ((await store.prunePreparedTexts(BATCH)) === BATCH ? "more" : null),
      async () => ((await store.pruneMedia(mediaDays(kept), FILES)) === FILES ? "more" : null),
      drop("a day of provider references", () => store.dropReferences(REFERENCE_DAYS)),
    ];
    if (kept.log === null) return;
    for (const month of await store.oldMonths(kept.log)) tasks.push(...monthly(month));
  }

  function walk(days: number | null, step: Walk, limit = BATCH): Task[] {
    return days === null ? [] : [async (from) => (await step(days, from, limit)).next];
  }

  /** People who are kept are checked again on each pass: once a day, and when this process starts. */
  function daily(days: number | null, step: Walk): Task[] {
    const today = Math.floor(tools.clock.now() / day);
    if (days === null || consentsOn === today) return [];
    consentsOn = today;
    return walk(days, step, PEOPLE);
  }

  /** The messages first: a request for one while its deliveries are being deleted gets "not found". */
  function monthly(month: LogMonth): Task[] {
    return [
      async (from) => (await store.pruneMessages(month, from, BATCH)).next,
      drop("a month of the log", () => store.dropMonth(month), {
        month: new Date(month.from).toISOString().slice(0, 7),
      }),
    ];
  }

  function drop(what: string, work: () => Promise<boolean>, detail = {}): Task {
    return async () => {
      const done = await work();
      waits = done ? 0 : waits + 1;
      if (done || waits < MAX_WAITS) return done ? null : "busy";
      tools.log("info", `${what} is in use and will be dropped later`, detail);
      waits = 0;
      return null;
    };
  }

  async function next(): Promise<number> {
    const [task] = tasks;
    if (!task) return minute;
    const place = await task(after).catch((error: unknown) => {
      // One table that fails must not keep the others from being pruned; it is retried in the next hour.
      tools.log("warn", "expired rows could not be deleted", { error: errorText(error) });
      return null;
    });
    after = place ?? "";
    if (place === null) tasks.shift();
    return waits > 0 ? BUSY_MS : BATCH_PAUSE_MS;
  }

  return workerLoop({
    name: "pruner",
    log: tools.log,
    random: tools.random,
    async step() {
      if (tools.clock.now() >= hourly) await everyHour();
      const removed = [
        await store.pruneIdempotencyKeys(IDEMPOTENCY_HOURS, BATCH),
        await store.pruneSessions(BATCH),
        await store.pruneOneTimePasswords(BATCH),
      ];
      const pause = await next();
      return removed.some((count) => count === BATCH) ? BATCH_PAUSE_MS : pause;
    },
  });
}

/** Files are not kept longer than the texts that they were sent with. */
function mediaDays({ texts, log }: Kept): number {
  return Math.min(MEDIA_DAYS, texts ?? MEDIA_DAYS, log ?? MEDIA_DAYS);
}
