import type { ScheduledRole } from "#domain/alerts/kinds/role-gone";

import type { Db } from "../../database.ts";

/** By an index of its own: the message of a schedule may contain thousands of numbers. */
const ROLES = `
select role, count(*)::int as schedules
from schedules cross join lateral jsonb_array_elements_text(message->'audience'->'roles') role
where state = 'active' and frozen_set is null and message->'audience'->'roles' <> '[]'::jsonb
group by role order by role`;

/** Roles that active schedules read at their runs. */
export const scheduledRoles = (db: Db): Promise<readonly ScheduledRole[]> =>
  db.query<ScheduledRole>("roles of schedules", ROLES, []);
