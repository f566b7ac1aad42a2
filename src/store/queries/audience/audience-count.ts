import type { AudienceCount, AudienceCounter, AudienceQuery } from "#domain/preview/audience-count";
import { everySpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";
import { longestPrefix, prefixRanges, type PrefixRange } from "#domain/recipients/prefix-ranges";
import type { Filter } from "#domain/subscribers/filter";

import type { Db } from "../../database.ts";
import { messageLike, SUPPRESSES } from "../suppressions/suppression-fragment.ts";
import { mayBeSpelledTwice, otherSpellingOf } from "../other-spelling-sql.ts";
import { countedTwice, prefixOf, without } from "./counted-twice.ts";
import { overCap } from "./over-cap.ts";
import { alsoInAudience, countWithSegments, partsOf } from "./segment-audience.ts";

/**
 * Up to this many memberships, people in several groups are counted exactly. Above it, a sample estimates their number:
 * counting 1.35 million memberships of three groups took 0.9 s, and a preview must respond while the user is typing.
 */
const EXACT_UP_TO = 300_000;
/** Memberships in a sample, by whole pages of the table. */
const SAMPLE = 3_000;
/**
 * Members of more groups are counted as the people of segments are. Whether a number belongs to one of many groups
 * takes a lookup in each of them: for 200 groups and 20,000 opt-outs that took more than the 10 s of a statement (load
 * 24).
 */
const MANY_GROUPS = 20;

export function audienceCountQueries(db: Db): AudienceCounter {
  async function byPrefix(name: string, text: string, groups: readonly number[], ranges: readonly PrefixRange[]) {
    const rows = await db.query<{ prefix: string; people: number }>(name, text, [
      groups,
      ranges.map(({ prefix }) => prefix),
      ranges.map(({ from }) => from),
      ranges.map(({ to }) => to),
    ]);
    return new Map(rows.map(({ prefix, people }) => [prefix, people]));
  }

  async function membersOf(
    groups: readonly number[],
    ranges: readonly PrefixRange[],
  ): Promise<Pick<AudienceCount, "members" | "memberships" | "exact">> {
    if (groups.length === 0) return { members: new Map(), memberships: 0, exact: true };
    const counts = await byPrefix("count memberships", MEMBERSHIPS, groups, ranges);
    const memberships = sumOf(counts);
    if (groups.length === 1) return { members: counts, memberships, exact: true };
    if (memberships <= EXACT_UP_TO) {
      return { members: await byPrefix("count members", MEMBERS, groups, ranges), memberships, exact: true };
    }
    const [row] = await db.query<{ share: number | null }>("sample members", SHARE, [
      groups,
      Math.min(100, (100 * SAMPLE) / memberships),
    ]);
    const share = row?.share ?? 1;
    const members = new Map([...counts].map(([prefix, people]) => [prefix, Math.round(people * share)]));
    return { members, memberships, exact: false };
  }

  async function suppressedMembers(groups: readonly number[], { message, phones }: AudienceQuery) {
    const values = [groups, message.category, message.sender, everySpelling(phones)];
    const rows = await db.query<{ start: string; people: number }>(
      "count suppressed members",
      SUPPRESSED_MEMBERS,
      values,
    );
    return new Map(rows.map(({ start, people }) => [start, people]));
  }

  async function ofGroups(groups: readonly number[], query: AudienceQuery) {
    const [counted, suppressed, twice] = await Promise.all([
      membersOf(groups, prefixRanges(query.prefixes)),
      suppressedMembers(groups, query),
      countedTwice(db, groups, query),
    ]);
    const { memberships, exact } = counted;
    return {
      memberships,
      members: without(counted.members, twice ?? [], "people", prefixOf(query.prefixes)),
      suppressedMembers: without(suppressed, twice ?? [], "suppressed", (start) => start),
      exact: exact && twice !== null,
      ofSegments: 0,
    };
  }

  async function withSegments(groups: readonly number[], filters: readonly Filter[], query: AudienceQuery) {
    const counted = await countWithSegments(db, { groups, filters }, query);
    const known = new Set(query.prefixes);
    const members = new Map<string, number>();
    for (const [start, people] of counted.members) {
      const prefix = longestPrefix(start, known);
      members.set(prefix, (members.get(prefix) ?? 0) + people);
    }
    const memberships = await byPrefix("count memberships", MEMBERSHIPS, groups, prefixRanges([]));
    return { ...counted, members, memberships: sumOf(memberships) };
  }

  return {
    async count(query) {
      const { message, phones } = query;
      const { groups, filters } = await partsOf(db, query);
      const byPerson = filters.length > 0 || groups.length > MANY_GROUPS;
      const [counted, also, [pending], known] = await Promise.all([
        byPerson ? withSegments(groups, filters, query) : ofGroups(groups, query),
        byPerson ? alsoInAudience(db, { groups, filters }, phones) : [],
        db.query<{ people: number }>("count unconfirmed", UNCONFIRMED, [groups]),
        db.query<{ phone: Phone; member: boolean; suppressed: boolean }>("count known", KNOWN, [
          byPerson ? [] : groups,
          message.category,
          message.sender,
          phones,
        ]),
      ]);
      return {
        ...counted,
        unconfirmed: pending!.people,
        alsoMembers: new Set([...known.filter(({ member }) => member).map(({ phone }) => phone), ...also]),
        suppressed: new Set(known.filter(({ suppressed }) => suppressed).map(({ phone }) => phone)),
        overCap: await overCap(db, { groups, filters }, query, sumOf(counted.members)),
      };
    },
  };
}

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

/** Each range is one of the index, and none overlaps another: every number is read once. */
const counted = (what: string): string => `
select prefix, sum((
  select count(${what}) from memberships
  where group_id = any($1::bigint[]) and state = 'active' and phone >= start and phone < stop))::int as people
from unnest($2::text[], $3::text[], $4::text[]) as range(prefix, start, stop) group by prefix`;

const MEMBERSHIPS = counted("*");
const MEMBERS = counted("distinct phone");

/** The ratio of people to memberships: a person in three of the groups counts as a third in each. */
const SHARE = `
select avg(1.0 / (
  select count(*) from memberships o
  where o.group_id = any($1::bigint[]) and o.state = 'active' and o.phone = m.phone))::float8 as share
from memberships m tablesample system ($2) where m.group_id = any($1::bigint[]) and m.state = 'active'`;

const isMember = (phone: string): string => `exists (
  select from memberships m where m.group_id = any($1::bigint[]) and m.state = 'active' and m.phone = ${phone} offset 0)`;

const UNCONFIRMED = `
select count(distinct p.phone)::int as people from memberships p
where p.group_id = any($1::bigint[]) and p.state = 'pending' and not exists (
  select from memberships m
  where m.subscriber_id = p.subscriber_id and m.group_id = any($1::bigint[]) and m.state = 'active' offset 0)`;

const MESSAGE = messageLike("$2::text", "$3::text");

/** A bouncing person receives nothing as a member of a group, but still gets messages that name their number. */
const SUPPRESSED_MEMBERS = `
select left(s.phone, 9) as start, count(*)::int as people from (
  select s.phone from suppressions s, ${MESSAGE} where ${SUPPRESSES}
  union select b.phone from subscribers b where b.bounced_at is not null
    and not exists (select from unnest($4::text[]) as k(phone) where k.phone = b.phone)) s
where ${isMember("s.phone")} group by 1`;

const KNOWN = `
select k.phone, ${isMember("k.phone")} or ${mayBeSpelledTwice("k.phone")} and ${isMember(otherSpellingOf("k.phone"))} as member,
  exists (select from suppressions s, ${MESSAGE} where s.phone = k.phone and ${SUPPRESSES} offset 0) as suppressed
from unnest($4::text[]) as k(phone)`;
