import type { DeliveryKey, Mark } from "#domain/deliveries/queue";

import type { Db } from "../../database.ts";
import { keyArrays } from "../../delivery-keys.ts";
import { isHeld, isSuppressed, listedOf } from "../suppressions/suppression-fragment.ts";

const UNSENDABLE = `
with marked as materialized (
  select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::integer[]) as k(message_id, phone, chunk_id, token)
),
${listedOf("marked")}
select k.message_id as "messageId", k.phone from marked k
where not exists (select from chunks c where c.id = k.chunk_id and c.token = k.token and c.due > now())
  or exists (select from messages m where m.id = k.message_id and (m.state in ('paused', 'canceled') or m.valid_until <= now()
    or ${isSuppressed("k.phone")} or ${isHeld("k.phone")}))
  or exists (
    select from deliveries d where d.message_id = k.message_id and d.phone = k.phone and d.left_at is not null offset 0)`;

/** Like `Queue.unsendable`. */
export async function unsendable(db: Db, marks: readonly Mark[]): Promise<readonly DeliveryKey[]> {
  return db.query<DeliveryKey>("unsendable", UNSENDABLE, [
    ...keyArrays(marks),
    marks.map(({ chunkId }) => chunkId),
    marks.map(({ token }) => token),
  ]);
}
