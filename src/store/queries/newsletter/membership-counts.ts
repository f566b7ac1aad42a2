import type { MembershipCounts } from "#domain/newsletter/membership-counts";

import type { Db } from "../../database.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

/**
 * Rows that are being written are skipped: the session may have ended and its process id been given to another. Totals
 * are written in the order of their key, so that two nodes wait for each other and never deadlock.
 */
const ENDED = `
where session <> 0
  and session not in (select pid from pg_stat_activity where datname = current_database() and pid is not null)
order by group_id, state, session limit $1`;
const FOLD = `
with gone as (
  ${deleteUnlocked("membership_counts", ENDED)}
  returning group_id, state, count
),
folded as (
  insert into membership_counts as total (group_id, state, session, count)
  select group_id, state, 0, sum(count) from gone group by group_id, state order by group_id, state
  on conflict (group_id, state, session) do update set count = total.count + excluded.count
)
select count(*)::int as count from gone`;

/** Once the deletion of a group is committed, nothing is counted for it any more. */
const OF_NOTHING = `c
where (session = 0 and count = 0) or not exists (select from groups g where g.id = c.group_id) limit $1`;
const FORGET = deleteUnlocked("membership_counts", OF_NOTHING);

/** Safe on any number of nodes at once. */
export function membershipCountQueries(db: Db): MembershipCounts {
  return {
    async fold(limit) {
      const [row] = await db.query<{ count: number }>("fold membership counts", FOLD, [limit]);
      await db.query("forget membership counts", FORGET, [limit]);
      return row!.count;
    },
  };
}

/** Of group `groups`: members, who may be pending, and active ones. */
export const MEMBERS_OF_GROUP = `
select coalesce(sum(count) filter (where state <> 'left'), 0)::bigint as members,
  coalesce(sum(count) filter (where state = 'active'), 0)::bigint as active
from membership_counts where group_id = groups.id`;
