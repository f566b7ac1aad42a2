import type { PrefixRange } from "#domain/recipients/prefix-ranges";

import type { Db } from "../../database.ts";

/** Memberships of some groups, as the triggers have counted them: exact, and of any size. */
export type MembershipTotals = {
  readonly active: number;
  readonly pending: number;
  /** Active ones of the largest of the groups. */
  readonly largest: number;
};

/** From here on, the largest range is what the others leave of the total: up to this, counting it takes as long. */
const COUNTED_UP_TO = 20_000;
/** Memberships that are read to find out which range that is. */
const SAMPLE = 200;

/** The sums of some groups. @param groups ids; those of deleted groups count nothing */
export async function membershipTotals(db: Db, groups: readonly number[]): Promise<MembershipTotals> {
  if (groups.length === 0) return { active: 0, pending: 0, largest: 0 };
  const [row] = await db.query<MembershipTotals>("totals of memberships", TOTALS, [groups]);
  return row!;
}

/**
 * Active memberships by prefix. A million in one country are not read: the triggers count the total, so that one range
 * is what the others leave of it, in the same snapshot. Any range would do; the largest one saves the most.
 */
export async function membershipsByPrefix(
  db: Db,
  groups: readonly number[],
  ranges: readonly PrefixRange[],
  { active }: MembershipTotals,
): Promise<ReadonlyMap<string, number>> {
  const percent = active <= COUNTED_UP_TO ? 0 : Math.min(100, (100 * SAMPLE) / active);
  const values = [...rangeValues(groups, ranges), percent];
  const rows = await db.query<{ prefix: string; people: number }>("count memberships", BY_PREFIX, values);
  return new Map(rows.map(({ prefix, people }) => [prefix, people]));
}

/** What {@link RANGES} needs. */
export const rangeValues = (groups: readonly number[], ranges: readonly PrefixRange[]): unknown[] => [
  groups,
  ranges.map(({ prefix }) => prefix),
  ranges.map(({ from }) => from),
  ranges.map(({ to }) => to),
];

export const RANGES = "unnest($2::text[], $3::text[], $4::text[]) as range(prefix, start, stop)";

/** Active memberships of a range of the index; none overlaps another, so that every number is read once. */
export const countedIn = (what: string): string => `(
  select count(${what}) from memberships
  where group_id = any($1::bigint[]) and state = 'active' and phone >= start and phone < stop)`;

const TOTALS = `
select coalesce(sum(count) filter (where state = 'active'), 0)::int as active,
  coalesce(sum(count) filter (where state = 'pending'), 0)::int as pending,
  coalesce(max(count) filter (where state = 'active'), 0)::int as largest
from (
  select group_id, state, sum(count) as count from membership_counts where group_id = any($1::bigint[]) group by 1, 2
) groups`;

const BY_PREFIX = `
with range as materialized (select prefix, start, stop from ${RANGES}),
rest as materialized (
  select range.start from memberships m tablesample system ($5) repeatable (1)
  join range on m.phone >= range.start and m.phone < range.stop
  where m.group_id = any($1::bigint[]) and m.state = 'active' group by 1 order by count(*) desc, 1 limit 1
),
counted as materialized (
  select prefix, ${countedIn("*")} as people from range where not exists (select from rest where rest.start = range.start)
)
select prefix, sum(people)::int as people from (
  select prefix, people from counted
  union all select prefix, greatest(0, (
    select coalesce(sum(count), 0) from membership_counts where group_id = any($1::bigint[]) and state = 'active'
  ) - (select coalesce(sum(people), 0) from counted)) from range join rest using (start)
) ranges group by prefix`;
