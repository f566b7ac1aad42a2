import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { suppressWaiting, goesToMembers, isMemberOf } from "./end-queued.ts";

/**
 * Ends the deliveries that pages of a fan-out wrote for people who left in the meantime and did not return. Runs
 * between the last page and the end of the fan-out, in the transaction that has locked it: people who leave now wait
 * for that lock, and then find every page.
 */
export async function endForLeavers(db: Db, messageId: Uuid, hooked: () => void): Promise<void> {
  const left = await db.query<{ phone: Phone }>("leavers of fan-out", LEFT, [messageId]);
  await suppressWaiting(
    db,
    left.map(({ phone }) => ({ id: messageId, phone })),
    hooked,
  );
}

const LEFT = `
select l.phone from fanout_leavers l join messages m on m.id = l.message_id
where l.message_id = $1 and ${goesToMembers("m")} and not exists (
  select from memberships other join subscribers s on s.id = other.subscriber_id
  where (s.id = l.subscriber_id or s.phone = l.phone) and other.state = 'active' and ${isMemberOf("m", "other.group_id")})
order by l.phone`;
