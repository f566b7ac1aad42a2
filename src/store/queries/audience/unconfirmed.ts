import type { Db } from "../../database.ts";

/** Whether a number is in one of many groups takes a lookup in each of them; then a person is looked up instead. */
const BY_NUMBER_UP_TO = 20;

export type UnconfirmedOptions = {
  /** Whether the groups are all there are. */
  readonly everyGroup: boolean;
  /** Memberships of these groups that wait for a confirmation. */
  readonly pending: number;
};

/** People who have not confirmed in any of the groups yet. */
export async function unconfirmedIn(
  db: Db,
  groups: readonly number[],
  { everyGroup, pending }: UnconfirmedOptions,
): Promise<number> {
  // In a single group, nobody is pending and active.
  if (pending === 0 || groups.length === 1) return pending;
  const read = async (name: string, text: string, values: readonly unknown[]): Promise<number> =>
    (await db.query<{ people: number }>(name, text, values))[0]!.people;
  if (groups.length <= BY_NUMBER_UP_TO) return read("count unconfirmed of few groups", OF_FEW, [groups]);
  return everyGroup
    ? read("count unconfirmed of all groups", OF_ALL, [])
    : read("count unconfirmed", OF_MANY, [groups]);
}

/** Both parts read an index alone: whoever waits may be all over the table. */
const OF_FEW = `
select count(distinct p.phone)::int as people from memberships p
where p.group_id = any($1::bigint[]) and p.state = 'pending' and not exists (
  select from memberships m
  where m.phone = p.phone and m.group_id = any($1::bigint[]) and m.state = 'active' offset 0)`;

/** Each person is looked up once. */
const OF_MANY = `
select count(*)::int as people from (
  select distinct subscriber_id from memberships where group_id = any($1::bigint[]) and state = 'pending') p
where not exists (
  select from memberships m
  where m.subscriber_id = p.subscriber_id and m.group_id = any($1::bigint[]) and m.state = 'active' offset 0)`;

/** The group need not be read, so that an index is enough. */
const OF_ALL = `
select count(*)::int as people from (select distinct subscriber_id from memberships where state = 'pending') p
where not exists (
  select from memberships m where m.subscriber_id = p.subscriber_id and m.state = 'active' offset 0)`;
