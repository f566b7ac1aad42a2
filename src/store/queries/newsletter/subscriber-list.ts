import type { ListedSubscriber, SubscriberList } from "#domain/newsletter/subscriber-list";

import type { Db } from "../../database.ts";

export function subscriberList(db: Db): SubscriberList {
  return (group, after, limit) =>
    db.query<ListedSubscriber>(
      "list subscribers",
      `select s.id, s.name, s.phone from subscribers s
       where s.id > $2 and exists (
         select from memberships m
         where m.subscriber_id = s.id and m.state <> 'left' and ($1::bigint is null or m.group_id = $1)
       )
       order by s.id limit $3`,
      [group, after, limit],
    );
}

/** The values of a subscriber that a text may include; null if this id does not exist. */
export function subscriberValues(db: Db): (id: number) => Promise<ReadonlyMap<string, string> | null> {
  return async (id) => {
    const [row] = await db.query<{ name: string; phone: string; at: string; groups: string | null; active: boolean }>(
      "subscriber values",
      `select s.name, s.phone, to_char(s.created_at, 'YYYY-MM-DD HH24:MI:SS') as at,
         string_agg(g.name, ', ' order by g.id) filter (where m.state <> 'left') as groups,
         coalesce(bool_or(m.state = 'active'), false) as active
       from subscribers s left join memberships m on m.subscriber_id = s.id left join groups g on g.id = m.group_id
       where s.id = $1 group by s.id`,
      [id],
    );
    if (!row) return null;
    return new Map([
      ["subscriber_name", row.name.slice(0, 30)],
      ["subscriber_mobile", row.phone],
      ["subscriber_status", row.active ? "1" : "0"],
      ["subscriber_group", row.groups ?? ""],
      ["subscriber_date", row.at],
    ]);
  };
}
