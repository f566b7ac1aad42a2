import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { OPEN_LIST } from "../deliveries/delivery-states.ts";
import { byPartition } from "../../partitions.ts";
import { completeEvenPaused } from "../queue/finish.ts";

type Place = {
  readonly id: number;
  readonly message_id: Uuid | null;
  readonly message_ids: readonly Uuid[] | null;
  readonly phones: readonly Phone[];
};

/**
 * Removes a number from the queue wherever none of its deliveries waits or is on the wire: in a paused message it may
 * otherwise keep its place for days. A place left without recipients is deleted; if its message has no other, the
 * message is over.
 *
 * In a transaction of its own that holds no other locks: messages first, then chunks, in the common order. Neither
 * chunks nor retries have an index on the number; both are read once per pass.
 *
 * Locks and reads of the log are separate statements. In one, PostgreSQL 18.4 ended with all its sessions (signal 11)
 * if a chunk was changed while its lock was being waited for and partitions were chosen after that.
 */
export async function eraseFromQueue(db: Db, phone: Phone): Promise<void> {
  const messages = new Set(
    (await db.query<{ id: Uuid }>("erase queue messages", MESSAGES, [phone])).map(({ id }) => id),
  );
  const places = await db.query<Place>("erase queue chunks", CHUNKS, [phone]);
  const tries = await db.query<{ id: Uuid }>("erase queue retries", RETRIES, [phone]);
  const named = [...places.flatMap((place) => textsOf(place, phone).map(({ id }) => id)), ...tries.map(({ id }) => id)];
  const rows = await db.query<{ id: Uuid }>("erase queue open", OPEN, [[...new Set(named)], phone]);
  const open = new Set(rows.map(({ id }) => id));
  const smaller: Record<string, unknown>[] = [];
  const empty: Place[] = [];
  for (const place of places) {
    const texts = textsOf(place).filter((text) => text.phone !== phone || open.has(text.id));
    // An empty chunk whose message was not locked, because the chunk is younger than that lock, stays until its turn.
    const goes = texts.length === 0 && (place.message_id === null || messages.has(place.message_id));
    if (goes) empty.push(place);
    else if (texts.length < place.phones.length)
      smaller.push({ id: place.id, message_ids: texts.map(({ id }) => id), phones: texts.map((text) => text.phone) });
  }
  await db.query("erase from chunks", SMALLER, [JSON.stringify(smaller)]);
  await db.query("erase chunks", EMPTY, [empty.map(({ id }) => id)]);
  await db.query("erase from leavers", "delete from fanout_leavers where phone = $1", [phone]);
  await db.query("erase prepared texts", "delete from prepared_texts where phone = $1", [phone]);
  await db.query("erase from retries", DROP, [tries.flatMap(({ id }) => (open.has(id) ? [] : id)), phone]);
  const over = empty.flatMap((place) => place.message_id ?? []);
  for (const [table, ids] of byPartition(over, (id) => id)) await completeEvenPaused(db, table, ids);
}

function textsOf({ message_id: own, message_ids: ids, phones }: Place, phone?: Phone): { id: Uuid; phone: Phone }[] {
  const texts = phones.map((to, nth) => ({ id: own ?? ids![nth]!, phone: to }));
  return phone === undefined ? texts : texts.filter((text) => text.phone === phone);
}

const MESSAGES = `
select id from messages where id = any(array(select message_id from chunks where message_id is not null and $1 = any(phones)))
order by id for update`;

const CHUNKS = "select id, message_id, message_ids, phones from chunks where $1 = any(phones) order by id for update";

const RETRIES = "select message_id as id from retries where phone = $1 order by message_id for update";

/** `offset 0`: looked up for each delivery, by the key. */
const OPEN = `
select k.id from unnest($1::uuid[]) as k(id)
cross join lateral (select state from deliveries where message_id = k.id and phone = $2 offset 0) d
where d.state in (${OPEN_LIST})`;

const SMALLER = `
update chunks c set phones = array(select json_array_elements_text(r.phones)),
  message_ids = case when c.message_id is null then array(select json_array_elements_text(r.message_ids)::uuid) end
from json_to_recordset($1::json) as r(id bigint, message_ids json, phones json) where c.id = r.id`;

const EMPTY = "delete from chunks where id = any($1::bigint[])";

const DROP = "delete from retries where message_id = any($1::uuid[]) and phone = $2";
