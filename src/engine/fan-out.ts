import type { WithoutConsent } from "#domain/consent/without-consent";
import type { ReadLinks } from "#domain/forms/person-link";
import type { FanOutJob, FanOutProgress, FanOutStore } from "#domain/messages/fan-out-store";
import { second } from "#lib/time";

import { PAGE, phonesOf, sourcesOf, turnAfter, type AudienceDeps } from "./audience-pages.ts";
import { withConsent } from "./with-consent.ts";
import { personalStep } from "./personal-fan-out.ts";
import { LEASE_MS, leasedJobs, oneByOne, type StepResult } from "./leased-jobs.ts";
import type { LoopDeps, WorkerLoop } from "./worker-loop.ts";

/** An audience that cannot be read now may be retried soon; meanwhile other audiences get their turn. */
const RETRY_MS = 2 * second;

export type FanOutDeps = Omit<AudienceDeps, "activePhones"> &
  LoopDeps & {
    readonly store: FanOutStore;
    readonly owner: string;
    readonly readLinks: ReadLinks;
    readonly linkUnits: number;
    readonly withoutConsent: WithoutConsent;
  };

/**
 * Resolves audiences into deliveries, in pages that each commit with their cursor: the first messages are on the wire
 * while later pages are still being read.
 */
export function fanOut(options: FanOutDeps): WorkerLoop {
  const { store, owner, log, random } = options;

  /** Where a crash loses pages, the next claim continues from what the database has. */
  async function step(job: FanOutJob, _: AbortSignal, stopping: AbortSignal): Promise<StepResult<FanOutJob>> {
    if (job.template !== null) return personalStep(job, job.template, { ...options, stopping }, LEASE_MS);
    const source = sourcesOf(job.audience, options)[job.progress.source];
    if (!source) return (await store.end(job)) ? "done" : "release";
    if ("stored" in source) {
      const written = await store.addStored(job, source.stored, PAGE, LEASE_MS);
      return written ? { ...job, progress: written.progress } : "release";
    }
    const page = await source.contacts(job.progress.cursor);
    const read = phonesOf(page.contacts, options.country);
    const phones = await withConsent(job, read.phones, options.withoutConsent);
    const turn = turnAfter(job.progress.turn, read.phones.length);
    const next: FanOutProgress =
      page.next === null
        ? { source: job.progress.source + 1, cursor: null, turn }
        : { source: job.progress.source, cursor: page.next, turn };
    return (await store.add(job, { ...read, phones, next }, LEASE_MS)) ? { ...job, progress: next } : "release";
  }

  return leasedJobs({
    name: "fan-out",
    log,
    random,
    ...oneByOne(store, owner),
    step,
    detail: ({ messageId }) => ({ message: messageId }),
    retryMs: RETRY_MS,
  });
}
