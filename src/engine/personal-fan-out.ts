import type { WithoutConsent } from "#domain/consent/without-consent";
import type { ReadLinks } from "#domain/forms/person-link";
import {
  needsFields,
  needsLinks,
  audienceTexts,
  contactPerson,
  requiredValues,
  storedPerson,
  withLinks,
  type AudiencePerson,
} from "#domain/messages/audience-texts";
import type { FanOutJob, FanOutProgress, FanOutStore, PageOfTexts } from "#domain/messages/fan-out-store";
import { isLinkVariable } from "#domain/texts/values";

import { withConsent } from "./with-consent.ts";
import { PAGE, sourcesOf, turnAfter, type AudienceDeps, type Source } from "./audience-pages.ts";
import type { StepResult } from "./leased-jobs.ts";

type Deps = Omit<AudienceDeps, "activePhones"> & {
  readonly store: FanOutStore;
  readonly readLinks: ReadLinks;
  /** The longest that a link can be, in UTF-16 units. */
  readonly linkUnits: number;
  readonly withoutConsent: WithoutConsent;
  /** No further page is read then: one of a website may take seconds. */
  readonly stopping?: AbortSignal;
};
type Texts = NonNullable<FanOutJob["template"]>;
type PeoplePage = {
  readonly people: readonly AudiencePerson[];
  readonly invalid: number;
  readonly next: string | null;
};

const PAGES_AT_ONCE = 8;

/**
 * One step of a personal message. If nobody is without a text, pages become deliveries at once, and the only prepared
 * texts are those of the numbers in the call. If somebody may be, everyone's text is rendered and stored first. The
 * deliveries are then written from these texts, and only if everyone has one: a missing value stops the whole message.
 */
export async function personalStep(
  job: FanOutJob,
  texts: Texts,
  deps: Deps,
  leaseMs: number,
): Promise<StepResult<FanOutJob>> {
  const { store } = deps;
  const { progress } = job;
  const sources = sourcesOf(job.audience, deps);
  if (sources[progress.source]) {
    const complete = await everyoneHasText(job, texts, sources, deps);
    return readPages({ ...job, progress: { ...progress, complete } }, texts, sources, deps, leaseMs);
  }
  if (progress.source > sources.length) return (await store.end(job)) ? "done" : "release";
  if (progress.cursor === null && !progress.complete) {
    const refused = await store.refused(job);
    if (refused) return (await store.refuse(job, refused)) ? "done" : "release";
  }
  const written = await store.addStored(job, { prepared: true }, PAGE, leaseMs);
  return written ? { ...job, progress: written.progress } : "release";
}

/**
 * Decided before anything is read, and stored with each page: an audience is completed in the way in which it was
 * begun. Never true with users and customers: they can only be read one by one, which is most of the cost of their
 * texts.
 */
async function everyoneHasText(
  { progress }: FanOutJob,
  texts: Texts,
  sources: readonly Source[],
  { store, readLinks, linkUnits }: Deps,
): Promise<boolean> {
  if (progress.complete !== undefined) return progress.complete;
  const required = requiredValues(texts, linkUnits);
  if (required === null || (readLinks === null && required.some(isLinkVariable))) return false;
  if (required.length === 0) return true;
  if (progress.source > 0 || progress.cursor !== null) return false;
  const stored = sources.flatMap((source) => ("stored" in source ? source.stored : []));
  return stored.length === sources.length && !(await store.mayLackValues(stored, required));
}

/** While the database stores the texts of a page, the next one is read and rendered. */
async function readPages(
  job: FanOutJob,
  texts: Texts,
  sources: readonly Source[],
  deps: Deps,
  leaseMs: number,
): Promise<StepResult<FanOutJob>> {
  const { store } = deps;
  const isFinal = job.progress.complete === true;
  const pageAt = async (progress: FanOutProgress): Promise<PageOfTexts | null> => {
    const source = sources[progress.source];
    if (!source) return null;
    const page = prepared(await read(source, { ...job, progress }, texts, deps), texts, progress);
    return isFinal ? { ...page, next: { ...page.next, turn: turnAfter(progress.turn, page.texts.length) } } : page;
  };
  let { progress } = job;
  let page = await pageAt(progress);
  for (let left = PAGES_AT_ONCE - 1; page !== null; left -= 1) {
    const [stored, following] = await Promise.allSettled([
      store[isFinal ? "addTexts" : "prepare"]({ ...job, progress }, page, leaseMs),
      left > 0 && !deps.stopping?.aborted ? pageAt(page.next) : null,
    ]);
    if (stored.status === "rejected") throw stored.reason;
    if (!stored.value) return "release";
    progress = page.next;
    // A page that could not be read is read again by the next step, which then fails by itself.
    page = following.status === "fulfilled" ? following.value : null;
  }
  return { ...job, progress };
}

async function read(
  source: Source,
  job: FanOutJob,
  texts: Texts,
  { store, country, readLinks, withoutConsent }: Deps,
): Promise<PeoplePage> {
  const { cursor } = job.progress;
  if ("stored" in source) {
    const stored = await store.people(job, source.stored, cursor, PAGE, needsFields(texts));
    const people = stored.people.map(storedPerson);
    const isLinked = readLinks !== null && needsLinks(texts);
    const linked = isLinked ? withLinks(people, await readLinks(people.flatMap(({ id }) => id ?? []))) : people;
    return { people: linked, invalid: 0, next: stored.next };
  }
  const { contacts, next } = await source.contacts(cursor);
  const people = contacts.flatMap((contact) => contactPerson(contact, source.kind, country) ?? []);
  const phones = people.map(({ phone }) => phone);
  const agreed = new Set(await withConsent(job, phones, withoutConsent));
  return { people: people.filter(({ phone }) => agreed.has(phone)), invalid: contacts.length - people.length, next };
}

function prepared({ people, invalid, next }: PeoplePage, content: Texts, progress: FanOutProgress): PageOfTexts {
  const { texts, refused } = audienceTexts(people, content);
  return {
    texts: [...texts].map(([phone, text]) => ({ ...text, phone })),
    refused: [...refused.values()],
    duplicates: people.length - texts.size - refused.size,
    invalid,
    next: { ...progress, source: progress.source + (next === null ? 1 : 0), cursor: next },
  };
}
