import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

/**
 * Destroys the key of a person's records and the way to find them. The records stay, but no longer identify anyone. The
 * times of the last day's codes are kept for that day: erasing and subscribing in turn must not be a way to text a
 * stranger without end. Must run in a transaction.
 *
 * @returns the number of records that can no longer be read
 */
export async function eraseConsents(db: Db, keys: ConsentKeys, phone: Phone): Promise<number> {
  const lookup = keys.lookup(phone);
  await db.query("forget echoes", FORGET, []);
  const held = await db.query("hold erased consents", "select 1 from consent_people where lookup = $1 for update", [
    lookup,
  ]);
  if (held.length === 0) return 0;
  await db.query("echo codes", ECHO, [lookup]);
  const [person] = await db.query<{ length: number }>("erase consents", ERASE, [lookup]);
  return person!.length;
}

const FORGET = deleteUnlocked("opt_in_echoes", "where at <= now() - interval '24 hours' order by phone_hash, at");

const ECHO = `
insert into opt_in_echoes (phone_hash, at)
select distinct p.lookup, r.at from consent_people p join consent_records r on r.person_id = p.id
where p.lookup = $1 and r.kind = 'requested' and r.at > now() - interval '24 hours' order by 2
on conflict do nothing`;

const ERASE = "update consent_people set lookup = null, sealed_key = null where lookup = $1 returning length";
