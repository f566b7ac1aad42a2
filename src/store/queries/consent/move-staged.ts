import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { appendRecords } from "./append.ts";
import { takeStagedConsents } from "./staged-consents.ts";

/** Subscribers whose rows are moved in one step: a subscriber has a few rows. */
const PEOPLE_AT_ONCE = 300;

type Locked = { readonly phone: Phone };

/**
 * Moves rows of `consents` into the ledger. Imports and demo data write them there,
 * without the keys of the people.
 *
 * @returns the number of rows moved
 */
export async function moveSomeStaged(db: Db, keys: ConsentKeys): Promise<number> {
  const people = await db.query<Locked>("lock subscribers with staged consents", LOCK, []);
  return moveStaged(db, keys, people);
}

/** The same for one number, so that a reader or a deletion finds everything in one place. */
export async function moveStagedOf(db: Db, keys: ConsentKeys, phone: Phone): Promise<void> {
  const found = await db.query("find staged consents", FIND, [phone]);
  if (found.length === 0) return;
  await db.transaction(async () => {
    await moveStaged(db, keys, await db.query<Locked>("lock subscriber with staged consents", LOCK_ONE, [phone]));
  });
}

/** The same for subscribers who are about to be deleted. Must run in a transaction. */
export async function moveAllStaged(db: Db, keys: ConsentKeys, ids: readonly number[]): Promise<void> {
  await moveStaged(db, keys, await db.query<Locked>("lock subscribers for staged consents", LOCK_ALL, [ids]));
}

async function moveStaged(db: Db, keys: ConsentKeys, people: readonly Locked[]): Promise<number> {
  if (people.length === 0) return 0;
  const records = await takeStagedConsents(
    db,
    people.map(({ phone }) => phone),
  );
  await appendRecords(db, keys, records);
  return records.length;
}

/** A transaction that has one of them locked appends to their chain next: they are left for the next step. */
const LOCK = `
select phone from subscribers where id = any(array(
  select distinct subscriber_id from (select subscriber_id from consents order by subscriber_id limit ${10 * PEOPLE_AT_ONCE}) c
  limit ${PEOPLE_AT_ONCE}))
order by phone for update skip locked`;

const FIND = `
select 1 from subscribers s where s.phone = $1 and exists (select from consents c where c.subscriber_id = s.id)`;

const LOCK_ONE = "select phone from subscribers where phone = $1 for update";

const LOCK_ALL = `
select phone from subscribers s where s.id = any($1::bigint[])
  and exists (select from consents c where c.subscriber_id = s.id offset 0)
order by phone for update`;
