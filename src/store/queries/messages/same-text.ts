import type { SameText, SameTextReader } from "#domain/preview/sent-before";
import { uuidFloor } from "#lib/ids";

import type { Db } from "../../database.ts";

/** Messages that are compared, the newest ones; beside them, counts of the newest messages to many. */
const NEWEST = 1_000;
const TO_MANY = 500;
/** Of each number. */
const OF_A_NUMBER = 50;
const FOUND = 100;

/**
 * No index knows texts: the newest messages are compared one by one. On a busy service they are those of some minutes,
 * which is why messages to many, and those to the numbers, are looked up by indexes of their own.
 */
const READ = `
with to_many as (
  select distinct message_id as id from (
    select message_id from message_totals where message_id >= $1 order by message_id desc limit ${TO_MANY}
  ) totals
),
to_numbers as materialized (
  select distinct d.message_id as id from unnest($3::text[]) as n(phone) cross join lateral (
    select message_id from deliveries d
    where d.phone = n.phone and d.message_id >= $1 order by d.message_id desc limit ${OF_A_NUMBER}
  ) d
),
found as (
  select id from (
    select id, body from messages where id >= $1 order by id desc limit ${NEWEST}
  ) newest where body = $2
  union select m.id from to_many join messages m using (id) where m.body = $2
  union select m.id from to_numbers join messages m using (id) where m.body = $2
)
select id, audience, created_by as "createdBy", matched, id in (select id from to_numbers) as "toNumbers"
from found join messages m using (id)
where category <> 'otp' and state <> 'failed' and (state <> 'canceled' or first_sent_at is not null)
order by id desc limit ${FOUND}`;

export function sameTextQueries(db: Db): SameTextReader {
  return {
    read: ({ text, since, phones }) =>
      db.query<SameText>("messages of the same text", READ, [uuidFloor(since), text, phones]),
  };
}
