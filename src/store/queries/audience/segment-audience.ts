import type { AudienceCount, AudienceQuery } from "#domain/preview/audience-count";
import type { Filter } from "#domain/subscribers/filter";
import { everySpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";
import { second } from "#lib/time";

import { binder, type Bind, type Statement } from "../../bind.ts";
import { within } from "../../bounded.ts";
import type { Db } from "../../database.ts";
import { everySpellingOf } from "../other-spelling-sql.ts";
import { IS_COUNTED_TWICE } from "./counted-twice.ts";
import { samplePercent, sampleScale, sizeOfSubscribers } from "../subscribers/sample.ts";
import { matches } from "../subscribers/filter-fragment.ts";
import { isInState, isMember } from "../subscribers/person-fragment.ts";
import { messageLike, SUPPRESSES } from "../suppressions/suppression-fragment.ts";

/** Up to this many subscribers, a segment is counted exactly, in about 0.3 s. */
const SCANNED_UP_TO = 200_000;
/** Of more subscribers, an audience up to this size: it is found by an index, or soon. */
const COUNTED_UP_TO = 20_000;
/**
 * An audience that is this many times larger in an eighth of the sample is not counted in vain first, which takes as
 * long as the sample.
 */
const SURELY_LARGE = 4;
const GLANCE = 1 / 8;
/** Whatever the conditions are: then a sample estimates the numbers, too. */
const COUNT_MS = 2 * second;

/** Groups and filters that an audience is the union of. */
export type Parts = {
  readonly groups: readonly number[];
  /** Whether the groups are all there are: then the group of a membership need not be read. */
  readonly everyGroup?: boolean;
  readonly filters: readonly Filter[];
};

type Row = {
  readonly start: string;
  readonly people: number;
  /** The same, except that a person in two segments counts twice and a person who is only in a group does not count. */
  readonly named: number;
  readonly suppressed: number;
  /** Subscribers who were scanned, in the audience or not. */
  readonly scanned: number;
};

/**
 * Counts an audience that segments are part of. Each subscriber is one row, so a person in several groups or segments
 * is counted once. Beyond the limits above, a sample estimates the numbers.
 *
 * @param options.least people it has at least, as far as that is known
 */
export async function countWithSegments(
  db: Db,
  parts: Parts,
  query: Pick<AudienceQuery, "message" | "phones">,
  { least = 0, countMs = COUNT_MS }: { readonly least?: number; readonly countMs?: number } = {},
): Promise<Pick<AudienceCount, "members" | "suppressedMembers" | "exact"> & { readonly ofSegments: number }> {
  const subscribers = await sizeOfSubscribers(db);
  const limit = subscribers <= SCANNED_UP_TO ? null : COUNTED_UP_TO + 1;
  const percent = samplePercent(subscribers, [...parts.filters, ...parts.filters]);
  const isLarge =
    limit !== null &&
    (least >= limit || (await atAGlance(db, parts, percent * GLANCE)) * subscribers >= SURELY_LARGE * limit);
  const counted = isLarge ? null : await within(db, countMs, () => read(db, countOf(parts, query, limit)));
  if (counted && (limit === null || sumOf(counted, "people") < limit)) return { ...totals(counted, 1), exact: true };
  // Whether a person belongs to the audience and to how many segments are two separate queries.
  const sampled = await read(db, sampleOf(parts, query, percent));
  return { ...totals(sampled, sampleScale(subscribers, sumOf(sampled, "scanned"))), exact: false };
}

/** About the share of the subscribers who are in the audience. */
async function atAGlance(db: Db, parts: Parts, percent: number): Promise<number> {
  const { values, bind } = binder();
  const text = `select coalesce(avg(case when ${belongs(parts, bind)} then 1 else 0 end), 0)::float8 as share
  from subscribers s tablesample system (${bind(percent, "float4")}) repeatable (1)`;
  return (await db.unnamed<{ share: number }>(text, values))[0]!.share;
}

/** Those of the numbers that belong to people in the audience. */
export async function alsoInAudience(db: Db, parts: Parts, phones: readonly Phone[]): Promise<readonly Phone[]> {
  if (phones.length === 0) return [];
  const { values, bind } = binder();
  const phoneRows = `unnest(${bind(phones, "text[]")}) as k(phone)`;
  const text = `select k.phone from ${phoneRows} where exists (
    select from subscribers s where s.phone = any(${everySpellingOf("k.phone")}) and ${belongs(parts, bind)} offset 0)`;
  return (await db.unnamed<{ phone: Phone }>(text, values)).map(({ phone }) => phone);
}

/** What an audience is the union of, read once. */
export async function partsOf(
  db: Db,
  { groups, segments }: Pick<AudienceQuery, "groups" | "segments">,
): Promise<Parts> {
  return {
    groups: await groupIds(db, groups),
    everyGroup: groups === "all",
    filters: await filtersOf(db, segments),
  };
}

/** The ids of groups, all of them or none. */
async function groupIds(db: Db, groups: AudienceQuery["groups"]): Promise<readonly number[]> {
  if (groups !== "all") return groups ?? [];
  return (await db.query<{ id: number }>("all group ids", "select id from groups", [])).map(({ id }) => id);
}

/** The filters of segments; a deleted segment matches no one. */
async function filtersOf(db: Db, segments: readonly number[]): Promise<readonly Filter[]> {
  if (segments.length === 0) return [];
  const rows = await db.query<{ filter: Filter }>(
    "filters of segments",
    "select filter from segments where id = any($1::bigint[]) order by id",
    [segments],
  );
  return rows.map(({ filter }) => filter);
}

const read = (db: Db, { text, values }: Statement): Promise<Row[]> => db.unnamed<Row>(text, values);

const sumOf = (rows: readonly Row[], column: Exclude<keyof Row, "start">): number =>
  rows.reduce((sum, row) => sum + row[column], 0);

/** @param scale people for each one who was counted */
function totals(rows: readonly Row[], scale: number) {
  const scaled = (column: "people" | "suppressed"): ReadonlyMap<string, number> =>
    new Map(rows.filter((row) => row[column] > 0).map((row) => [row.start, Math.round(row[column] * scale)]));
  return {
    members: scaled("people"),
    suppressedMembers: scaled("suppressed"),
    ofSegments: Math.round(sumOf(rows, "named") * scale),
  };
}

/**
 * The first `limit` people of the audience, all of them if it is null. The condition is placed where an index serves
 * it.
 */
function countOf(parts: Parts, query: Pick<AudienceQuery, "message" | "phones">, limit: number | null): Statement {
  const { values, bind } = binder();
  const people = `select s.phone, s.bounced_at is not null as bounced, true as belongs, ${times(parts, bind)} as times
  from subscribers s where ${belongs(parts, bind)} limit ${bind(limit, "bigint")}`;
  return { text: grouped(people, query, bind), values };
}

/** The same page of the table is always in the sample: the numbers do not jump while the user is typing. */
function sampleOf(parts: Parts, query: Pick<AudienceQuery, "message" | "phones">, percent: number): Statement {
  const { values, bind } = binder();
  const people = `select s.phone, s.bounced_at is not null as bounced, ${belongs(parts, bind)} as belongs, ${times(parts, bind)} as times
  from subscribers s tablesample system (${bind(percent, "float4")}) repeatable (1)`;
  return { text: grouped(people, query, bind), values };
}

/** People who bounce get nothing as members, and everything that names their number. */
function grouped(people: string, { message, phones }: Pick<AudienceQuery, "message" | "phones">, bind: Bind): string {
  const named = bind(everySpelling(phones), "text[]");
  const gone = `${isSuppressedFor("p.phone", message, bind)} or p.bounced and p.phone <> all(${named})`;
  return `
with people as materialized (${people})
select left(p.phone, 9) as start, (count(*) filter (where belongs and not ${IS_COUNTED_TWICE}))::int as people,
  coalesce(sum(times) filter (where belongs), 0)::int as named,
  (count(*) filter (where belongs and not ${IS_COUNTED_TWICE} and (${gone})))::int as suppressed, count(*)::int as scanned
from people p group by 1`;
}

/** Whether a number gets no message like this one. The list is read once. */
export function isSuppressedFor(phone: string, { category, sender }: AudienceQuery["message"], bind: Bind): string {
  const m = messageLike(bind(category, "text"), bind(sender, "text"));
  return `${phone} in (select s.phone from suppressions s, ${m} where ${SUPPRESSES})`;
}

/**
 * Whether subscriber `s` is in the audience. Members of groups who bounce are, people of segments who bounce are not.
 */
export function belongs({ groups, everyGroup = false, filters }: Parts, bind: Bind): string {
  const asMember = (): string =>
    isMember(`${everyGroup ? "" : `m.group_id = any(${bind(groups, "bigint[]")}) and `}m.state = 'active'`);
  if (filters.length === 0) return asMember();
  const each = filters.map((filter) => `(${matches(filter, bind)})`);
  const matching = `${isInState("active")} and (${each.join(" or ")})`;
  return groups.length === 0 ? matching : `(${asMember()} or ${matching})`;
}

/** The number of segments that a person of the audience is in. */
export function times({ groups, filters }: Parts, bind: Bind): string {
  // With a single segment and no group, everyone is in that segment.
  if (groups.length === 0 && filters.length === 1) return "1";
  const each = filters.map((filter) => `(case when ${matches(filter, bind)} then 1 else 0 end)`);
  return `(case when ${isInState("active")} then ${each.join(" + ") || "0"} else 0 end)`;
}
