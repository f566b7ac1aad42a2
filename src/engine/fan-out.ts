import { Fault } from "#domain/fault";
import type { Audience } from "#domain/messages/message";
import type { FanOutJob, FanOutProgress, FanOutStore } from "#domain/ports/fan-out-store";
import type { Commerce, Contact, Host } from "#domain/ports/host";
import { phoneOfContact } from "#domain/recipients/contact";
import type { Country, Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";
import { second } from "#lib/time";

import { machine, type Log, type Machine } from "./machine.ts";

const PAGE = 2_000;
const LEASE_MS = 30 * second;
const POLL_MS = second;
const RETRY_MS = 2 * second;

/** Numbers in E.164 as we keep them ourselves, or people whose numbers are still to be read. */
type SourcePage = { readonly next: string | null } & (
  | { readonly phones: readonly string[] }
  | { readonly contacts: readonly Omit<Contact, "id">[] }
);

/** One part of an audience, read page by page. Pages may name a person again; the ledger has each once. */
type Source = (cursor: string | null) => Promise<SourcePage>;

export type FanOutOptions = {
  readonly store: FanOutStore;
  readonly host: Host;
  readonly commerce: Commerce | null;
  /** Phones of active members in the order of the number, each once. */
  readonly activePhones: (
    groups: readonly number[] | "all",
    after: string | null,
    limit: number,
  ) => Promise<readonly string[]>;
  /** Recipients of a stored set in the order of the number, without those who left the groups since. */
  readonly frozenPhones?: (
    set: Uuid,
    groups: Audience["groups"],
    after: string | null,
    limit: number,
  ) => Promise<readonly string[]>;
  readonly country: Country | null;
  readonly owner: string;
  readonly random: () => number;
  readonly log: Log;
};

/**
 * Resolves audiences into deliveries, in pages that each commit with their cursor: a restart goes on where the
 * last page ended, and the first texts are on the wire while later pages are still being read.
 */
export function fanOut(options: FanOutOptions): Machine {
  let stopping = false;
  const own = machine({
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
        const trouble = error instanceof Fault ? error.message : null;
        await options.store.release(job, RETRY_MS, trouble).catch(() => undefined);
        throw error;
      }
      return 0;
    },
  });

  async function resolve(claimed: FanOutJob): Promise<void> {
    const sources = sourcesOf(claimed.audience, options);
    let job = claimed;
    while (job.progress.source < sources.length) {
      if (stopping) return options.store.release(job, 0, null);
      const page = await sources[job.progress.source]!(job.progress.cursor);
      const read = readPage(page, options.country);
      const next: FanOutProgress =
        page.next === null
          ? { source: job.progress.source + 1, cursor: null, turn: job.progress.turn + turnsOf(read.phones.length) }
          : { ...job.progress, cursor: page.next, turn: job.progress.turn + turnsOf(read.phones.length) };
      if (!(await options.store.add(job, { ...read, next }, LEASE_MS))) return;
      job = { ...job, progress: next };
    }
    await options.store.end(job);
  }

  return {
    ...own,
    async stop() {
      stopping = true;
      await own.stop();
    },
  };
}

/** Everybody in an audience, page by page, for whoever keeps them: a person may be on several pages. */
export async function* audiencePages(
  audience: Audience,
  options: Pick<FanOutOptions, "activePhones" | "host" | "commerce" | "country">,
): AsyncGenerator<readonly Phone[]> {
  for (const source of sourcesOf(audience, options)) {
    for (let cursor: string | null = null; ;) {
      const page: Awaited<ReturnType<Source>> = await source(cursor);
      yield readPage(page, options.country).phones;
      if (page.next === null) break;
      cursor = page.next;
    }
  }
}

function turnsOf(count: number): number {
  return Math.max(1, Math.ceil(count / 500));
}

function sourcesOf(
  audience: Audience,
  { activePhones, frozenPhones, host, commerce }: Omit<FanOutOptions, "store" | "owner" | "random" | "log" | "country">,
): Source[] {
  const sources: Source[] = [];
  const { groups, users, roles, customers, frozen } = audience;
  if (frozen !== undefined) {
    if (!frozenPhones) throw new Error("stored sets of recipients cannot be read here");
    sources.push(async (cursor) => {
      const phones = await frozenPhones(frozen, groups, cursor, PAGE);
      return { phones, next: phones.length < PAGE ? null : phones.at(-1)! };
    });
    return sources;
  }
  if (groups) {
    sources.push(async (cursor) => {
      const phones = await activePhones(groups, cursor, PAGE);
      return { phones, next: phones.length < PAGE ? null : phones.at(-1)! };
    });
  }
  if (users.length > 0) {
    sources.push(async (cursor) => {
      const from = Number(cursor ?? 0);
      const contacts = await host.users(users.slice(from, from + PAGE));
      const end = from + PAGE;
      return { contacts, next: end < users.length ? String(end) : null };
    });
  }
  if (roles.length > 0) sources.push((cursor) => host.usersInRoles(roles, cursor, PAGE));
  if (customers && commerce) sources.push((cursor) => commerce.customers(cursor, PAGE));
  return sources;
}

/** Numbers of subscribers are E.164 already; those of other people are read, and the bad ones counted. */
function readPage(
  page: SourcePage,
  country: Country | null,
): { phones: readonly Phone[]; duplicates: number; invalid: number } {
  if ("phones" in page) return { phones: page.phones as readonly Phone[], duplicates: 0, invalid: 0 };
  const phones = new Set<Phone>();
  let invalid = 0;
  for (const contact of page.contacts) {
    const phone = phoneOfContact(contact, country);
    if (phone === null) invalid += 1;
    else phones.add(phone);
  }
  return { phones: [...phones], duplicates: page.contacts.length - invalid - phones.size, invalid };
}
