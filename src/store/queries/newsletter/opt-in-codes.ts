import type { Phone } from "#domain/recipients/phone";
import type { NewsletterChange, TriedCode } from "#domain/newsletter/newsletter-store";

import type { Db } from "../../database.ts";

/** @returns null: no such number, no code, expired, or out of attempts */
export async function takeTry(db: Db, phone: Phone, maxTries: number): Promise<TriedCode | null> {
  const [row] = await db.query<{ hash: Buffer | null; groups: number[] | null }>("take try", TAKE_TRY, [
    phone,
    maxTries,
  ]);
  const { hash, groups } = row!;
  return hash && { hash, groups };
}

export async function saveCode(db: Db, subscriber: number, code: NonNullable<NewsletterChange["code"]>): Promise<void> {
  if (code === "spent") {
    await db.query("spend code", "delete from opt_in_codes where subscriber_id = $1", [subscriber]);
  } else if (code === "narrowed") {
    await narrowCodes(db, [subscriber]);
  } else {
    await db.query("save code", SAVE_CODE, [subscriber, code.hash, code.validSeconds, code.groups]);
  }
}

/** Codes no longer confirm groups that have been left, and none that confirms no group is valid. */
export async function narrowCodes(db: Db, subscribers: readonly number[]): Promise<void> {
  if (subscribers.length > 0) await db.query("narrow codes", NARROW, [subscribers]);
}

// The message to no one makes every call a write: a commit with nothing to flush could be distinguished by its
// duration.
const TAKE_TRY = `
with person as materialized (select id from subscribers where phone = $1 for update),
code as (
  update opt_in_codes set tries = tries + 1 from person
  where subscriber_id = person.id and tries < $2 and expires_at > clock_timestamp()
  returning code_hash, group_ids)
select (select code_hash from code) as hash, (select to_json(group_ids) from code) as groups,
  pg_logical_emit_message(true, 'tidings', '') as flushed`;

const SAVE_CODE = `
insert into opt_in_codes (subscriber_id, code_hash, expires_at, sent_at, group_ids)
values ($1, $2, clock_timestamp() + make_interval(secs => $3), clock_timestamp(), $4::bigint[])
on conflict (subscriber_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at,
  sent_at = excluded.sent_at, group_ids = excluded.group_ids, tries = 0`;

// Kept without a group: the time of the last code message still limits the next one.
const NARROW = `
update opt_in_codes c set group_ids = kept.groups,
  expires_at = case when kept.groups = '{}' then '-infinity' else c.expires_at end
from (
  select subscriber_id, array(
    select m.group_id from memberships m
    where m.subscriber_id = o.subscriber_id and m.state = 'pending' and (o.group_ids is null or m.group_id = any(o.group_ids))
    order by m.group_id) as groups
  from opt_in_codes o where subscriber_id = any($1::bigint[])
) kept
where c.subscriber_id = kept.subscriber_id`;
