import type { Db } from "../../database.ts";

/**
 * Deletes subscribers with memberships, consents and codes. The record that codes were sent is kept for another day.
 *
 * @returns how many there were
 */
export async function removeSubscribers(db: Db, ids: readonly number[]): Promise<number> {
  await db.query("echo codes", ECHO, [ids]);
  await db.query("forget echoes", FORGET, []);
  return (await db.query("remove subscribers", REMOVE, [ids])).length;
}

const REMOVE = "delete from subscribers where id = any($1::bigint[]) returning id";

const ECHO = `
insert into opt_in_echoes (phone_hash, at)
select sha256(s.phone::bytea), at from subscribers s join consents on subscriber_id = s.id
where s.id = any($1::bigint[]) and kind = 'requested' and at > now() - interval '24 hours'
group by 1, 2 order by 1, 2
on conflict do nothing`;

const FORGET = `
delete from opt_in_echoes where ctid = any(array(
  select ctid from opt_in_echoes where at <= now() - interval '24 hours' order by phone_hash, at for update skip locked))`;
