import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";

/**
 * Schedules that may still run and send to this group alone, up to ten: without it, their runs would find nobody. A
 * group that is being deleted counts as gone. A stored audience is not looked up again.
 */
export async function schedulesOfGroup(db: Db, id: number): Promise<readonly Uuid[]> {
  const rows = await db.query<{ id: Uuid }>("schedules of group", SCHEDULES, [id]);
  return rows.map((row) => row.id);
}

const isEmpty = (list: string): string => `coalesce(${list}, '[]') = '[]'`;

const SCHEDULES = `
select id from (
  select id, message -> 'phones' as phones, message -> 'audience' as audience from schedules
  where state in ('active', 'paused', 'waiting_license') and frozen_set is null
    and message -> 'audience' -> 'groups' @> to_jsonb($1::bigint) offset 0) s
where ${isEmpty("phones")} and ${["roles", "users", "segments"].map((list) => isEmpty(`audience -> '${list}'`)).join(" and ")}
  and not coalesce((audience ->> 'customers')::boolean, false)
  and not exists (
    select from groups g where g.id <> $1::bigint and audience -> 'groups' @> to_jsonb(g.id)
      and (g.leaving_until is null or g.leaving_until < now()))
order by id limit 10`;
