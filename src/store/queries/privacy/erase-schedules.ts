import { ERASED } from "#domain/messages/removed-text";
import type { Phone } from "#domain/recipients/phone";
import { FIRST_ID, type Uuid } from "#lib/ids";

import { FREEZE_LOCK } from "../../advisory-locks.ts";
import type { Db } from "../../database.ts";
import { holdersOf } from "../../lock-holders.ts";
import type { ErasureStep } from "./erase-scope.ts";

const AT_ONCE = 1_000;

/**
 * Removes a number from the schedules that name it and from frozen audiences. A schedule without other recipients is
 * canceled, and its text is deleted, also from its runs.
 *
 * An audience that is being stored may have read the subscription before it was erased, and is not visible until its
 * transaction commits. The removal begins once no such transaction is open; later ones no longer find the person.
 */
export async function eraseSchedules(db: Db, phone: Phone, cursor: string | null): Promise<ErasureStep> {
  // A separate statement, so that the next one sees everything committed by now.
  if (cursor === null && (await holdersOf(db, FREEZE_LOCK)).length > 0) return { cursor: null, again: true };
  const [row] = await db.query<{ seen: number; last: Uuid | null; erased: number }>("erase schedules", ERASE, [
    phone,
    cursor,
  ]);
  return { erased: { schedule: row!.erased }, cursor: row!.seen === AT_ONCE ? row!.last : null };
}

const ERASE = `
with page as materialized (
  select id, frozen_set from schedules where id > coalesce($2::text, '${FIRST_ID}')::uuid
  order by id limit ${AT_ONCE}
),
named as materialized (
  select id, phones, alone, alone and state in ('active', 'paused', 'waiting_license') as ends from (
    select s.id, s.state, (s.message->'phones') - $1::text as phones,
      jsonb_array_length((s.message->'phones') - $1::text) = 0 and s.frozen_set is null
        and coalesce(s.message->'audience', 'null') = 'null' as alone
    from schedules s join page on page.id = s.id where jsonb_exists(s.message->'phones', $1::text)
    order by s.id for update of s
  ) held
),
changed as (
  update schedules s set version = s.version + 1, updated_at = now(),
    message = (jsonb_set(s.message, '{phones}', named.phones) #- array['variables', $1::text])
      || case when named.alone then '{"text": "${ERASED}", "media": [], "variants": null}'::jsonb else '{}' end,
    state = case when named.ends then 'canceled' else s.state end,
    next_run = case when not named.ends then s.next_run end, due = case when not named.ends then s.due end
  from named where s.id = named.id returning s.id, named.ends
),
unsent as (
  -- Runs without recipients have no entry in the log through which their text could be found.
  update messages set body = '${ERASED}', media = '{}', variants = null
  where accepted = 0 and id = any(array(
    select r.message_id from schedule_runs r join named on named.id = r.schedule_id
    where named.alone and r.message_id is not null order by r.message_id))
),
logged as (
  insert into events (kind, data)
  select 'schedule.canceled', json_build_object('schedule', id, 'by', 'privacy', 'state', 'canceled', 'next_run', null)
  from changed where ends order by id
),
freed as (
  delete from schedule_recipients r using page where r.set_id = page.frozen_set and r.phone = $1::text returning page.id
)
select (select count(*) from page)::int as seen, (select max(id::text) from page) as last,
  (select count(*) from (select id from changed union select id from freed) held)::int as erased`;
