import type { AudienceQuery } from "#domain/preview/audience-count";
import { everySpelling } from "#domain/recipients/other-spelling";
import { longestPrefix } from "#domain/recipients/prefix-ranges";

import type { Db } from "../../database.ts";
import { within } from "../../bounded.ts";
import { isOtherOf, mayBeSpelledTwice, otherSpellingOf } from "../other-spelling-sql.ts";
import { messageLike, SUPPRESSES } from "../suppressions/suppression-fragment.ts";

/** Among a million Argentine numbers it may take longer, and a preview must respond while the user is typing. */
const COUNT_MS = 200;

/** Members who were counted under both numbers of their phone, grouped by the prefix of the number that is left out. */
export type Twice = { readonly start: string; readonly people: number; readonly suppressed: number };

/** @returns null: they could not be counted in time */
export function countedTwice(
  db: Db,
  groups: readonly number[],
  { message, phones }: Pick<AudienceQuery, "message" | "phones">,
): Promise<readonly Twice[] | null> {
  const values = [groups, message.category, message.sender, everySpelling(phones)];
  return within(db, COUNT_MS, () => db.unnamed<Twice>(TWICE, values));
}

/** Takes people out of counts by the beginnings of their numbers. */
export function without(
  counts: ReadonlyMap<string, number>,
  twice: readonly Twice[],
  column: "people" | "suppressed",
  keyOf: (start: string) => string,
): ReadonlyMap<string, number> {
  const left = new Map(counts);
  for (const one of twice) {
    const key = keyOf(one.start);
    left.set(key, (left.get(key) ?? 0) - one[column]);
  }
  return new Map([...left].filter(([, people]) => people > 0));
}

export const prefixOf =
  (prefixes: readonly string[]): ((start: string) => string) =>
  (start) =>
    longestPrefix(start, new Set(prefixes));

/**
 * The fan-out reads the number without the 9 first and leaves the other one out, unless the first one bounces and is
 * therefore not read.
 */
const TWICE = `
select left(phone, 9) as start, count(*)::int as people, (count(*) filter (where
  exists (select from suppressions s, ${messageLike("$2::text", "$3::text")} where s.phone = twice.phone and ${SUPPRESSES} offset 0)
  or twice.phone <> all($4::text[]) and exists (
    select from subscribers b where b.phone = twice.phone and b.bounced_at is not null offset 0)))::int as suppressed
from (
  select distinct m.phone from memberships m
  join memberships first on ${isOtherOf("m.phone", "first.phone")}
  where m.group_id = any($1::bigint[]) and m.state = 'active'
    and first.group_id = any($1::bigint[]) and first.state = 'active'
    and not exists (select from subscribers b where b.phone = first.phone and b.bounced_at is not null)) twice
group by 1`;

/** SQL for whether person `p` of a table `people` is counted there under the other number of their phone. */
export const IS_COUNTED_TWICE = `(starts_with(p.phone, '+549') and p.phone in (
  select ${otherSpellingOf("first.phone")} from people first
  where first.belongs and not first.bounced and ${mayBeSpelledTwice("first.phone")} and not starts_with(first.phone, '+549')))`;
