import { minute, second, type Clock } from "#lib/time";

import { DomainError } from "../error.ts";
import type { OutboxEntry, OutboxFilter, OutboxKey, OutboxStore, OutboxTally } from "./outbox-store.ts";
import { sortedPage, type SortedPosition } from "./sorted-page.ts";
import { outboxStatuses, statesOf } from "./status.ts";
import { walk, type Walked } from "./stepwise-search.ts";

/** Counts are exact up to this number, and page numbers end at it. */
export const LOG_WINDOW = 10_000;
const QUARTER_HOUR = 15 * minute;
/**
 * How long one call may search for the entries of its page before it returns what it has: its cursor continues there.
 */
const SEARCH_MS = 200;
/** The same for what no cursor continues: a page by its number, and a range that is sorted. */
const WHOLE_MS = second;
/** How long it may continue for the total once its page is full. */
const COUNT_MS = 200;

export const outboxOrders = ["date", "sender", "recipient", "status"] as const;
export type OutboxOrder = (typeof outboxOrders)[number];

/** Counts of all matching entries. `capped`: there are more, or not all were read. */
export type OutboxCounts = OutboxTally & { readonly capped: boolean };

/** The entry after which to continue, with the counts of the first page. */
export type OutboxPosition = SortedPosition & { readonly counts: OutboxCounts };

export type OutboxQuery = {
  readonly filter: OutboxFilter;
  readonly orderBy: OutboxOrder;
  readonly descending: boolean;
  readonly perPage: number;
  /** The number of a page, from 1; null: the first one, which its cursor continues. */
  readonly at: { readonly page: number | null } | OutboxPosition;
};

export type OutboxPage = {
  readonly entries: readonly OutboxEntry[];
  readonly counts: OutboxCounts;
  readonly next: OutboxPosition | null;
  /** The search was cut short: `next` continues where it stopped. */
  readonly incomplete: boolean;
};

export type OutboxDeps = { readonly outbox: OutboxStore; readonly clock: Clock };

/**
 * Reads one page of the log. Dates and numbers use an index; filters without one (search, gateway, category, states)
 * are applied in bounded steps, newest first, until the page is full or the time is up.
 *
 * `sender` and `status` have no index and sort the newest 10,000 entries that match.
 *
 * @throws DomainError use_cursor
 */
export async function readLog(ports: OutboxDeps, query: OutboxQuery): Promise<OutboxPage> {
  const { filter, perPage, at } = query;
  const number = "page" in at ? at.page : null;
  const skip = ((number ?? 1) - 1) * perPage;
  if (skip + perPage > LOG_WINDOW) {
    throw new DomainError(
      "use_cursor",
      `Pages end at entry ${LOG_WINDOW}: follow pagination.next_cursor from page to page.`,
    );
  }
  const known = "page" in at ? await rolledUp(ports.outbox, filter) : at.counts;
  const sorted = query.orderBy === "sender" || query.orderBy === "status";
  const walked = await walk(ports.outbox, ports.clock, {
    // Entries added after the first page must not push others out of the sorted range.
    filter: sorted && "until" in at && at.until !== null ? { ...filter, to: at.until } : filter,
    order: query.orderBy === "recipient" ? "recipient" : "date",
    descending: sorted || query.descending,
    after: sorted || "page" in at ? null : at.key,
    withSender: query.orderBy === "sender",
    keep: sorted ? LOG_WINDOW : skip + perPage + 1,
    count: known ? 0 : LOG_WINDOW,
    searchMs: sorted || number !== null ? WHOLE_MS : SEARCH_MS,
    countMs: COUNT_MS,
  });
  const counts = known ?? countsOf(walked);
  const page = sorted
    ? sortedPage(walked.found, {
        by: query.orderBy as "sender" | "status",
        descending: query.descending,
        skip,
        perPage,
        at,
      })
    : plainPage(walked, skip, perPage);
  const entries = page.keys.length === 0 ? [] : await ports.outbox.read(page.keys);
  return { entries, counts, incomplete: walked.cut, next: page.next && { ...page.next, counts } };
}

function plainPage(walked: Walked, skip: number, perPage: number): ReturnType<typeof sortedPage> {
  const keys = walked.found.slice(skip, skip + perPage);
  const more = walked.found.length > skip + perPage;
  const key = more ? keys.at(-1)! : walked.cut ? walked.last : null;
  return { keys, next: key && positionAt(key) };
}

function positionAt(key: OutboxKey): SortedPosition {
  return { key: { messageId: key.messageId, phone: key.phone }, value: "", until: null };
}

function countsOf(walked: Walked): OutboxCounts {
  return { ...walked.tally, capped: walked.more || walked.uncounted };
}

/** The counts of the roll-ups, if they fit the filter exactly; null if rows must be counted. */
async function rolledUp(outbox: OutboxStore, filter: OutboxFilter): Promise<OutboxCounts | null> {
  const { from, to, states, ...others } = filter;
  if (Object.values(others).some((value) => value !== null)) return null;
  if ((from ?? 0) % QUARTER_HOUR !== 0 || (to ?? 0) % QUARTER_HOUR !== 0) return null;
  const status = states && outboxStatuses.find((one) => same(statesOf(one), states));
  if (status === undefined) return null;
  const all = await outbox.tally(from, to);
  const pending = Math.max(0, all.total - all.success - all.failed);
  const total = status === null ? all.total : status === "pending" ? pending : all[status];
  return {
    total,
    success: status === null || status === "success" ? all.success : 0,
    failed: status === null || status === "failed" ? all.failed : 0,
    capped: false,
  };
}

function same(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((one) => right.includes(one));
}
