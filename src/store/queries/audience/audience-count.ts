import type { AudienceCount, AudienceCounter, AudienceQuery } from "#domain/preview/audience-count";
import { everySpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";
import { longestPrefix, prefixRanges, type PrefixRange } from "#domain/recipients/prefix-ranges";

import type { Db } from "../../database.ts";
import { messageLike, SUPPRESSES } from "../suppressions/suppression-fragment.ts";
import { mayBeSpelledTwice, otherSpellingOf } from "../other-spelling-sql.ts";
import { countedTwice, prefixOf, without } from "./counted-twice.ts";
import {
  countedIn,
  membershipsByPrefix,
  membershipTotals,
  RANGES,
  rangeValues,
  type MembershipTotals,
} from "./memberships.ts";
import { overCap } from "./over-cap.ts";
import { alsoInAudience, countWithSegments, partsOf, type Parts } from "./segment-audience.ts";
import { unconfirmedIn } from "./unconfirmed.ts";

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
  async function membersOf(
    groups: readonly number[],
    ranges: readonly PrefixRange[],
    totals: MembershipTotals,
  ): Promise<Pick<AudienceCount, "members" | "memberships" | "exact">> {
    if (groups.length === 0) return { members: new Map(), memberships: 0, exact: true };
    const memberships = totals.active;
    if (groups.length > 1 && memberships <= EXACT_UP_TO) {
      return { members: await membersByPrefix(groups, ranges), memberships, exact: true };
    }
    const counts = await membershipsByPrefix(db, groups, ranges, totals);
    if (groups.length === 1) return { members: counts, memberships, exact: true };
    const [row] = await db.query<{ share: number | null }>("sample members", SHARE, [
      groups,
      Math.min(100, (100 * SAMPLE) / memberships),
    ]);
    const share = row?.share ?? 1;
    const members = new Map([...counts].map(([prefix, people]) => [prefix, Math.round(people * share)]));
    return { members, memberships, exact: false };
  }

  async function membersByPrefix(groups: readonly number[], ranges: readonly PrefixRange[]) {
    const values = rangeValues(groups, ranges);
    const rows = await db.query<{ prefix: string; people: number }>("count members", MEMBERS, values);
    return new Map(rows.map(({ prefix, people }) => [prefix, people]));
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

  async function ofGroups(groups: readonly number[], query: AudienceQuery, totals: MembershipTotals) {
    const [counted, suppressed, twice] = await Promise.all([
      membersOf(groups, prefixRanges(query.prefixes), totals),
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

  async function withSegments(parts: Parts, query: AudienceQuery, { active, largest }: MembershipTotals) {
    const counted = await countWithSegments(db, parts, query, { least: largest });
    const known = new Set(query.prefixes);
    const members = new Map<string, number>();
    for (const [start, people] of counted.members) {
      const prefix = longestPrefix(start, known);
      members.set(prefix, (members.get(prefix) ?? 0) + people);
    }
    return { ...counted, members, memberships: active };
  }

  return {
    async count(query) {
      const { message, phones } = query;
      const parts = await partsOf(db, query);
      const { groups, filters } = parts;
      const totals = await membershipTotals(db, groups);
      const byPerson = filters.length > 0 || groups.length > MANY_GROUPS;
      const [counted, also, unconfirmed, known] = await Promise.all([
        byPerson ? withSegments(parts, query, totals) : ofGroups(groups, query, totals),
        byPerson ? alsoInAudience(db, parts, phones) : [],
        unconfirmedIn(db, groups, { everyGroup: parts.everyGroup ?? false, pending: totals.pending }),
        db.query<{ phone: Phone; member: boolean; suppressed: boolean }>("count known", KNOWN, [
          byPerson ? [] : groups,
          message.category,
          message.sender,
          phones,
        ]),
      ]);
      return {
        ...counted,
        unconfirmed,
        alsoMembers: new Set([...known.filter(({ member }) => member).map(({ phone }) => phone), ...also]),
        suppressed: new Set(known.filter(({ suppressed }) => suppressed).map(({ phone }) => phone)),
        overCap: await overCap(db, parts, query, sumOf(counted.members)),
      };
    },
  };
}

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0);

const MEMBERS = `
select prefix, sum(${countedIn("distinct phone")})::int as people from ${RANGES} group by prefix`;

/** The ratio of people to memberships: a person in three of the groups counts as a third in each. */
const SHARE = `
select avg(1.0 / (
  select count(*) from memberships o
  where o.group_id = any($1::bigint[]) and o.state = 'active' and o.phone = m.phone))::float8 as share
from memberships m tablesample system ($2) where m.group_id = any($1::bigint[]) and m.state = 'active'`;

const isMember = (phone: string): string => `exists (
  select from memberships m where m.group_id = any($1::bigint[]) and m.state = 'active' and m.phone = ${phone} offset 0)`;

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
