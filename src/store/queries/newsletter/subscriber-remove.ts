import type { Db } from "../../database.ts";

/**
 * Deletes a subscriber with memberships, consents and code. The record that codes were sent is kept for another day.
 */
export async function removeSubscriber(db: Db, id: number): Promise<void> {
  await db.query("echo codes", ECHO, [id]);
  await db.query("forget echoes", FORGET, []);
  await db.query("remove subscriber", "delete from subscribers where id = $1", [id]);
}

const ECHO = `
insert into opt_in_echoes (phone_hash, at)
select sha256(s.phone::bytea), at from subscribers s join consents on subscriber_id = s.id
where s.id = $1 and kind = 'requested' and at > now() - interval '24 hours'
group by 1, 2 order by 2
on conflict do nothing`;

const FORGET = `
delete from opt_in_echoes where ctid = any(array(
  select ctid from opt_in_echoes where at <= now() - interval '24 hours' order by phone_hash, at for update skip locked))`;
