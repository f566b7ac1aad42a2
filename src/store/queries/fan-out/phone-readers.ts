import type { PeopleSource } from "#domain/messages/fan-out-store";
import type { Audience } from "#domain/messages/message";
import type { Filter } from "#domain/subscribers/filter";
import type { Uuid } from "#lib/ids";

import { binder } from "../../bind.ts";
import type { Db } from "../../database.ts";
import { matches } from "../subscribers/filter-fragment.ts";
import { isInState } from "../subscribers/person-fragment.ts";

/** A query of stored numbers in order, without duplicates. It can be used alone or within another statement. */
export type PhoneReader = {
  /** A name that only this text has; null: the text depends on the query. */
  readonly name: string | null;
  /**
   * @param after SQL of the number before the first; an empty string: from the beginning
   * @param limit SQL of how many; fewer are returned if there are no more
   * @param first number of the parameter that is the first of `values`
   */
  text(after: string, limit: string, first: number): string;
  /**
   * SQL of the last number up to which a page that began after `after` has looked, if that may be before it is full;
   * null as its value, or absent: to the end.
   */
  readonly window?: (after: string) => string;
  readonly values: readonly unknown[];
};

/**
 * Subscribers that a page of a segment looks at. Few may match, and with 20 conditions a statement that continued until
 * the page is full would exceed the statement timeout: its message would never be resolved.
 */
const LOOKED_AT = 20_000;

const endOfWindow = (after: string): string =>
  `(select phone from subscribers where phone > ${after} order by phone offset ${LOOKED_AT - 1} limit 1)`;

/**
 * Above this number of groups one scan of the subscribers is cheaper than merging as many indexes. 200,000 subscribers
 * in pages of 2,000: one group 0.18 s, three 0.33 s, a scan 0.57 s whatever the number of groups.
 */
const MERGE_AT_MOST = 8;

/** Numbers of active members. */
export async function memberPhones(db: Db, groups: readonly number[] | "all"): Promise<PhoneReader> {
  const few = groups === "all" ? await fewGroups(db) : groups.length <= MERGE_AT_MOST ? groups : null;
  if (few) return { name: "merge", text: MERGE, values: [few] };
  if (groups === "all") return { name: "all", text: WALK_ALL, values: [] };
  return { name: "walk", text: WALK, values: [groups] };
}

/** One that nobody matches if the segment was deleted. */
export async function segmentFilter(db: Db, segment: number): Promise<Filter> {
  const [row] = await db.query<{ filter: Filter }>("filter of segment", "select filter from segments where id = $1", [
    segment,
  ]);
  return row?.filter ?? { all: [], any: [] };
}

/** Numbers of the people in a segment who may get the newsletter; none if the segment was deleted. */
async function segmentPhones(db: Db, segment: number): Promise<PhoneReader> {
  const filter = await segmentFilter(db, segment);
  const { values, bind } = binder();
  matches(filter, bind);
  return {
    name: null,
    values,
    window: endOfWindow,
    text: (after, limit, first) => `
select s.phone from subscribers s
where s.phone > ${after} and s.phone <= coalesce(${endOfWindow(after)}, (select max(phone) from subscribers))
  and ${isInState("active")} and ${matches(filter, binder(first - 1).bind)}
order by s.phone limit ${limit}`,
  };
}

/** Numbers of a stored audience, without those who have left its groups since. */
function frozenPhones(set: Uuid, groups: Audience["groups"]): PhoneReader {
  return { name: "frozen", text: FROZEN, values: [set, groupIdsOf(groups)] };
}

/** null: any group. */
const groupIdsOf = (groups: Audience["groups"]): readonly number[] | null => (groups === "all" ? null : (groups ?? []));

/** The values of {@link hasLeft} for an audience. A segment may have its people from any group. */
export const leftValues = ({ groups, frozen, segments = [] }: Audience): readonly unknown[] => [
  frozen === undefined && segments.length > 0 ? null : groupIdsOf(groups),
  frozen === undefined,
];

export async function readerOf(db: Db, source: PeopleSource): Promise<PhoneReader> {
  if ("segment" in source) return segmentPhones(db, source.segment);
  return "frozen" in source ? frozenPhones(source.frozen, source.groups) : memberPhones(db, source.groups);
}

/** All groups, null if there are too many to merge. */
async function fewGroups(db: Db): Promise<readonly number[] | null> {
  const rows = await db.query<{ id: number }>("few groups", `select id from groups limit ${MERGE_AT_MOST + 1}`, []);
  return rows.length <= MERGE_AT_MOST ? rows.map((row) => row.id) : null;
}

/** `offset 0`: looked up one by one, even if the statistics about the few who bounce suggest a join. */
const isBounced = (phone: string): string =>
  `exists (select from subscribers b where b.phone = ${phone} and b.bounced_at is not null offset 0)`;

/**
 * Whether a person who was found as a member must not be sent to any more.
 *
 * @param of `groups`: SQL of the requested groups, null for any; `nowhere`: the result for people who are not even
 *   former members of these, such as people who were deleted
 */
export const hasLeft = (
  phone: string,
  of: { readonly groups: string; readonly nowhere: string },
): string => `(case when cardinality(${of.groups}::bigint[]) <= ${MERGE_AT_MOST} and ${isActiveIn(of.groups, phone)} then false else coalesce((
  select bool_and(m.state <> 'active') from subscribers s join memberships m on m.subscriber_id = s.id
  where s.phone = ${phone} and (${of.groups}::bigint[] is null or m.group_id = any(${of.groups}::bigint[]))), ${of.nowhere}) end
  or ${isBounced(phone)})`;

/** One lookup for each group: almost everyone who was found as a member still is one, and need not be looked at closer. */
const isActiveIn = (groups: string, phone: string): string => `exists (
  select from memberships a where a.group_id = any(${groups}::bigint[]) and a.phone = ${phone} and a.state = 'active' offset 0)`;

// Each group supplies its next numbers from memberships_active, in order; merged, the first of them are the result.
const MERGE: PhoneReader["text"] = (after, limit, first) => `
select distinct phone from unnest($${first}::bigint[]) as wanted (id) cross join lateral (
  select phone from memberships where group_id = wanted.id and state = 'active' and phone > ${after} and not ${isBounced("memberships.phone")} order by phone limit ${limit}
) as next order by phone limit ${limit}`;

const WALK_ALL: PhoneReader["text"] = (after, limit) => `
select phone from subscribers where phone > ${after} and bounced_at is null and exists (
  select from memberships where subscriber_id = subscribers.id and state = 'active')
order by phone limit ${limit}`;

const WALK: PhoneReader["text"] = (after, limit, first) => `
select phone from subscribers where phone > ${after} and bounced_at is null and exists (
  select from memberships where subscriber_id = subscribers.id and state = 'active' and group_id = any($${first}))
order by phone limit ${limit}`;

/** A frozen audience gains no one; but those who have since opted out of the groups are omitted, as in a live one. */
const FROZEN: PhoneReader["text"] = (after, limit, first) => `
select r.phone, r.via_group from schedule_recipients r
where r.set_id = $${first} and r.phone > ${after}
  and not (r.via_group and ${hasLeft("r.phone", { groups: `$${first + 1}`, nowhere: "false" })})
order by r.phone limit ${limit}`;
