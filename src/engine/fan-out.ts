import { DomainError } from "#domain/error";
import type { FanOutJob, FanOutProgress, FanOutStore } from "#domain/messages/fan-out-store";
import type { Log } from "#lib/log";
import { second } from "#lib/time";

import { PAGE, phonesOf, sourcesOf, type AudienceSources, type Source } from "./audience-pages.ts";
import { workerLoop, type WorkerLoop } from "./worker-loop.ts";

/** Texts that a claim takes at most: a page is as many turns as it fills of these. */
const CHUNK = 500;
const LEASE_MS = 30 * second;
const POLL_MS = second;
const RETRY_MS = 2 * second;

export type FanOutOptions = Omit<AudienceSources, "activePhones"> & {
  readonly store: FanOutStore;
  readonly owner: string;
  readonly random: () => number;
  readonly log: Log;
};

/**
 * Resolves audiences into deliveries, in pages that each commit with their cursor: a restart goes on where the
 * last page ended, and the first texts are on the wire while later pages are still being read.
 */
export function fanOut(options: FanOutOptions): WorkerLoop {
  let stopping = false;
  const own = workerLoop({
    name: "fan-out",
    log: options.log,
    random: options.random,
    async step() {
      const job = await options.store.claim(options.owner, LEASE_MS);
      if (!job) return POLL_MS;
      try {
        await resolve(job);
      } catch (error) {
        // Whoever cannot be asked now may be asked again soon; meanwhile other audiences have their turn.
        const trouble = error instanceof DomainError ? error.message : null;
        await options.store.release(job, RETRY_MS, trouble).catch(() => undefined);
        throw error;
      }
      return 0;
    },
  });

  /** Without a lease, or where a crash took pages back, whoever claims it next goes on from what the database knows. */
  async function resolve(claimed: FanOutJob): Promise<void> {
    const sources = sourcesOf(claimed.audience, options);
    let job = claimed;
    while (job.progress.source < sources.length) {
      if (stopping) return options.store.release(job, 0, null);
      const progress = await page(job, sources[job.progress.source]!);
      if (!progress) return options.store.release(job, 0, null);
      job = { ...job, progress };
    }
    if (!(await options.store.end(job))) await options.store.release(job, 0, null);
  }

  async function page(job: FanOutJob, source: Source): Promise<FanOutProgress | null> {
    if ("stored" in source) {
      const written = await options.store.addStored(job, source.stored, PAGE, LEASE_MS);
      return written && written.progress;
    }
    const asked = await source.contacts(job.progress.cursor);
    const read = phonesOf(asked.contacts, options.country);
    const turn = job.progress.turn + Math.max(1, Math.ceil(read.phones.length / CHUNK));
    const next: FanOutProgress =
      asked.next === null
        ? { source: job.progress.source + 1, cursor: null, turn }
        : { source: job.progress.source, cursor: asked.next, turn };
    return (await options.store.add(job, { ...read, next }, LEASE_MS)) ? next : null;
  }

  return {
    ...own,
    async stop() {
      stopping = true;
      await own.stop();
    },
  };
}
