import type { ListedQuery } from "#domain/preview/list-people";

import type { Bind } from "../../bind.ts";
import { countedAsOf, everySpellingOf, otherSpellingOf } from "../other-spelling-sql.ts";
import { messageLike, SUPPRESSES } from "../suppressions/suppression-fragment.ts";
import { oneTooMany } from "./over-cap.ts";
import { belongs, type Parts, times } from "./segment-audience.ts";

/**
 * Everyone who is named by a call, or those who would get it. Each part ends after as many rows as are listed, and each
 * row is judged by lookups of its own (`offset 0`): of a group of a million people a few hundred rows are read.
 */
export function namedPeople(parts: Parts, query: ListedQuery, bind: Bind): string {
  const { groups, filters } = parts;
  const reaches = query.reason === "final" ? getsIt(query, bind) : () => "true";
  const known = bind(query.phones, "text[]");
  const bounces = () => (query.reason === "final" ? `p.bounced_at is not null and p.phone <> all(${known})` : "false");
  // A phone may be there under two numbers, and is one person.
  const most = bind(2 * query.limit, "int");
  const sources = [
    `select null::bigint as id, k.phone, null as name from unnest(${known}) as k(phone) where ${reaches("k.phone")}`,
  ];
  if (groups.length > 0) {
    sources.push(`select one.* from unnest(${bind(groups, "bigint[]")}) as g(id) cross join lateral (
  select p.id, o.phone, p.name from memberships o join subscribers p on p.id = o.subscriber_id
  where o.group_id = g.id and o.state = 'active' and not (${bounces()}) and ${reaches("o.phone")}
  order by o.phone limit ${most}) one`);
  }
  if (filters.length > 0) {
    sources.push(`select p.* from (
  select s.id, s.phone, s.name from subscribers s where ${belongs({ groups: [], filters }, bind)}) p
  where ${reaches("p.phone")}`);
  }
  return each(sources, most);
}

/** Who is named more than once: in two groups, in a group and a segment, as a member and as a number or user. */
export function repeatedPeople(parts: Parts, { phones, repeated, limit }: ListedQuery, bind: Bind): string {
  const { groups, filters } = parts;
  const most = bind(2 * limit, "int");
  const ids = () => bind(groups, "bigint[]");
  const sources = [
    `select null::bigint as id, k.phone, null as name from unnest(${bind(repeated, "text[]")}) as k(phone)`,
    `select s.id, s.phone, s.name from unnest(${bind(phones, "text[]")}) as k(phone)
  join subscribers s on s.phone = any(${everySpellingOf("k.phone")}) where ${belongs(parts, bind)}`,
  ];
  // A person in two groups is in one that is not the largest: the largest is not read, only probed.
  if (groups.length > 1) {
    sources.push(`select one.* from unnest(${ids()}) as g(id) cross join lateral (
  select s.id, m.phone, s.name from memberships m join subscribers s on s.id = m.subscriber_id
  where m.group_id = g.id and m.state = 'active' and exists (
    select from memberships o
    where o.group_id = any(${ids()}) and o.group_id <> g.id and o.state = 'active' and o.phone = m.phone offset 0)
  order by m.phone limit ${most}) one
  where g.id is distinct from (
    select c.group_id from membership_counts c where c.group_id = any(${ids()}) and c.state = 'active'
    group by 1 order by sum(c.count) desc, 1 limit 1)`);
  }
  if (filters.length > 0) {
    const memberships = `(select count(*) from memberships m
    where m.subscriber_id = s.id and m.group_id = any(${ids()}) and m.state = 'active')`;
    sources.push(`select s.id, s.phone, s.name from subscribers s
  where ${belongs(parts, bind)} and ${memberships} + ${times(parts, bind)} > 1`);
  }
  // Under both numbers of their phone.
  sources.push(`select d.id, d.phone, d.name from subscribers d where d.phone >= '+549' and d.phone < '+54:' and exists (
    select from subscribers s where s.phone = ${otherSpellingOf("d.phone")} and ${belongs(parts, bind)} offset 0) and exists (
    select from subscribers s where s.id = d.id and ${belongs(parts, bind)} offset 0)`);
  return each(sources, most);
}

/**
 * Whether a number gets the message: it is not suppressed, nor over a cap that skips it. Its aliases are m, s and c.
 */
function getsIt({ message, cap, skipsOverCap }: ListedQuery, bind: Bind): (phone: string) => string {
  const m = messageLike(bind(message.category, "text"), bind(message.sender, "text"));
  const over =
    cap && skipsOverCap
      ? (phone: string) =>
          ` and not exists (select from contacts c where c.phone = ${countedAsOf(phone)} and ${oneTooMany(cap, bind)} is not null offset 0)`
      : () => "";
  return (phone) =>
    `not exists (select from suppressions s, ${m} where s.phone = ${phone} and ${SUPPRESSES} offset 0)${over(phone)}`;
}

/** People of several sources, each once, with their names if they are subscribers. */
function each(sources: readonly string[], most: string): string {
  const named = sources.map((source) => `(${source} limit ${most})`).join("\nunion all\n");
  return `
select id, phone, name from (
  select distinct on (counted_as) * from (select n.*, ${countedAsOf("n.phone")} as counted_as from (${named}) n) n
  order by counted_as, id is null, phone) people`;
}
