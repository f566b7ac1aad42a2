import { alsoDecide, holdReasons } from "#domain/deliveries/holds";
import { CHUNK_SIZE } from "#domain/deliveries/queue";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { byPartition } from "../../partitions.ts";

/**
 * Two hundred thousand holds that end at once are released in steps of this size, so that no other work waits for them.
 */
const AT_ONCE = 2_000;

/**
 * Deliveries that were held under other settings than the present ones, or by a node that had not read these yet, are
 * judged again: they must not wait for hours that are no longer quiet.
 */
const HAS_DUE = `
with outdated as (
  update holds set due = now() where ctid = any(array(
    select h.ctid from settings s join unnest($1::text[], $2::text[]) as r(reason, section) on r.section = s.name, lateral (
      select ctid from holds where reason = r.reason and held_at < s.updated_at + interval '2 seconds' and due > now()
      order by held_at limit ${AT_ONCE} for update skip locked) h
    -- The clock may have been set back since: a new hold would then be outdated at once, again and again.
    where s.updated_at <= now()))
  returning 1
)
select exists (select from outdated) or exists (select from holds where due <= now()) as due`;

/** A reason is named after the section that decides. */
const DECIDING = [...holdReasons.map((reason) => ({ reason, section: reason })), ...alsoDecide];

/**
 * Ordered exactly as the index: everything that waits for the same opening time is due at once, and any other order
 * would sort all of it in each step.
 */
const DUE = `
select message_id, phone from holds where due <= now() order by due
limit ${AT_ONCE} for update skip locked`;

const queuing = (table: string): string => `
with due as (
  select d.message_id, d.phone from ${table} d
  join unnest($1::uuid[], $2::text[]) as k(message_id, phone) on d.message_id = k.message_id and d.phone = k.phone
  where d.state = 'held' order by d.message_id, d.phone for update of d
)
update ${table} d set state = 'queued' from due where d.message_id = due.message_id and d.phone = due.phone
returning d.message_id, d.phone`;

/** Those that are no longer held were canceled or erased meanwhile: their row goes, and they get no chunk. */
const CHUNKS = `
with gone as (
  delete from holds h using unnest($1::uuid[], $2::text[]) as k(message_id, phone)
  where h.message_id = k.message_id and h.phone = k.phone
  returning h.message_id, h.phone, h.route, h.priority, h.due
),
queued as (
  select g.*, (row_number() over (partition by g.route, g.priority order by g.due, g.message_id, g.phone) - 1) / ${CHUNK_SIZE} as nth
  from gone g join unnest($3::uuid[], $4::text[]) as q(message_id, phone) on q.message_id = g.message_id and q.phone = g.phone
)
insert into chunks (route, priority, message_ids, phones)
select route, priority, array_agg(message_id order by due, message_id, phone), array_agg(phone order by due, message_id, phone)
from queued group by route, priority, nth order by nth`;

type Key = { readonly message_id: Uuid; readonly phone: Phone };

/**
 * Queues deliveries whose hold is over, the longest due first. One transaction: a node that dies in it has released
 * nothing. They pass every gate again, so what may still not leave is held once more.
 *
 * @returns how many
 */
export async function releaseHeld(db: Db): Promise<number> {
  const [first] = await db.query<{ due: boolean }>("holds due", HAS_DUE, [
    DECIDING.map(({ reason }) => reason),
    DECIDING.map(({ section }) => section),
  ]);
  if (!first!.due) return 0;
  return db.ownTransaction(async () => {
    const due = await db.query<Key>("due holds", DUE, []);
    if (due.length === 0) return 0;
    const queued: Key[] = [];
    for (const [table, part] of [...byPartition(due, (key) => key.message_id)].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    )) {
      queued.push(...(await db.query<Key>(`queue held ${table}`, queuing(table), columns(part))));
    }
    await db.query("chunks of held", CHUNKS, [...columns(due), ...columns(queued)]);
    return due.length;
  });
}

const columns = (keys: readonly Key[]): [Uuid[], Phone[]] => [
  keys.map((key) => key.message_id),
  keys.map((key) => key.phone),
];
