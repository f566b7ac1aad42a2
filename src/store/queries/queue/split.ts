import type { DeliveryKey, PartialRelease } from "#domain/deliveries/queue";

import type { Db } from "../../database.ts";
import { keepUnpaused } from "../messages/message-lock.ts";

/**
 * A worker names deliveries by what it claimed; those that an erasure has removed from the chunk since stay removed.
 */
const still = (column: string, ids: string, phones: string): string => `array(
  select ${column} from rows from (json_array_elements_text(g.${ids}), json_array_elements_text(g.${phones}))
    with ordinality as t(id, phone, nth) where t.phone = any(h.phones) order by nth)`;

/**
 * Leaves deliveries in progress in a held chunk and moves the others into a claimable one, in the same place of the
 * queue. Without the lease it changes nothing.
 */
const SPLIT = `
with given as materialized (
  select * from json_to_recordset($1::json) as r(id bigint, token integer, kept_ids json, kept json, rest_ids json, rest json)
),
held as materialized (
  select c.id, c.message_id, c.route, c.priority, c.turn, c.claimable, c.throttled, c.token, c.phones
  from given g join chunks c on c.id = g.id and c.token = g.token order by c.id for update of c
),
smaller as (
  update chunks c set phones = ${still("t.phone", "kept_ids", "kept")},
    message_ids = case when c.message_id is null then ${still("t.id::uuid", "kept_ids", "kept")} end
  from held h join given g on g.id = h.id where c.id = h.id
)
-- With its token: the end of a cancellation deletes chunks that were never claimed, but deliveries that a dead worker
-- left to be repeated have no other place.
insert into chunks (message_id, route, priority, turn, claimable, throttled, token, message_ids, phones)
select h.message_id, h.route, h.priority, h.turn, h.claimable, h.throttled, h.token,
  case when h.message_id is null then ${still("t.id::uuid", "rest_ids", "rest")} end,
  ${still("t.phone", "rest_ids", "rest")}
from held h join given g on g.id = h.id order by h.id`;

export async function split(db: Db, parts: readonly PartialRelease[]): Promise<void> {
  const ids = (keys: readonly DeliveryKey[]): readonly string[] => keys.map((key) => key.messageId);
  const phones = (keys: readonly DeliveryKey[]): readonly string[] => keys.map((key) => key.phone);
  const rows = parts.map(({ chunk, kept, rest }) => ({
    id: chunk.id,
    token: chunk.token,
    kept_ids: ids(kept),
    kept: phones(kept),
    rest_ids: ids(rest),
    rest: phones(rest),
  }));
  await db.ownTransaction(async () => {
    await keepUnpaused(
      db,
      parts.flatMap(({ chunk }) => chunk.messageId ?? []),
    );
    await db.query("split chunks", SPLIT, [JSON.stringify(rows)]);
  });
}
