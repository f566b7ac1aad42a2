import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { ConsentKind } from "#domain/consent/consent-record";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { appendConsents } from "./append.ts";

/** Subscribers whose rows are moved in one step: a subscriber has a few rows. */
const PEOPLE_AT_ONCE = 300;

type Row = {
  readonly id: number;
  readonly phone: Phone;
  readonly name: string;
  readonly group_id: number | null;
  readonly kind: ConsentKind;
  readonly at_micros: number;
  readonly source: string;
  readonly actor: string | null;
  readonly ip: string | null;
  readonly wording: string | null;
};

/**
 * Moves rows of `consents`, which the previous release wrote and its nodes still write, into the ledger.
 *
 * @returns the number of rows moved
 */
export async function adoptSome(db: Db, keys: ConsentKeys): Promise<number> {
  const people = await db.query<{ id: number }>("lock subscribers with old consents", LOCK, []);
  return adopt(db, keys, people);
}

/** The same for one number, so that whoever reads or deletes it finds everything in one place. */
export async function adoptOf(db: Db, keys: ConsentKeys, phone: Phone): Promise<void> {
  const found = await db.query("find old consents", FIND, [phone]);
  if (found.length === 0) return;
  await db.transaction(async () => {
    await adopt(db, keys, await db.query<{ id: number }>("lock subscriber with old consents", LOCK_ONE, [phone]));
  });
}

/** The same for subscribers who are about to be deleted. Must run in a transaction. */
export async function adoptAll(db: Db, keys: ConsentKeys, ids: readonly number[]): Promise<void> {
  await adopt(db, keys, await db.query<{ id: number }>("lock subscribers to adopt", LOCK_ALL, [ids]));
}

async function adopt(db: Db, keys: ConsentKeys, people: readonly { readonly id: number }[]): Promise<number> {
  if (people.length === 0) return 0;
  const rows = await db.query<Row>("take old consents", TAKE, [people.map(({ id }) => id)]);
  const inOrder = rows.toSorted((a, b) => a.id - b.id);
  await appendConsents(
    db,
    keys,
    inOrder.map(({ phone, name, group_id: groupId, kind, at_micros: atMicros, source, actor, ip, wording }) => ({
      phone,
      name,
      groupId,
      kind,
      evidence: { source, actor, ip },
      atMicros,
      wording: wording === null ? undefined : { text: wording },
    })),
  );
  return rows.length;
}

/** Whoever has one of them locked appends to their chain next: they are left for the next step. */
const LOCK = `
select id from subscribers where id = any(array(
  select distinct subscriber_id from (select subscriber_id from consents order by subscriber_id limit ${10 * PEOPLE_AT_ONCE}) c
  limit ${PEOPLE_AT_ONCE}))
order by phone for update skip locked`;

const FIND = `
select 1 from subscribers s where s.phone = $1 and exists (select from consents c where c.subscriber_id = s.id)`;

const LOCK_ONE = "select id from subscribers where phone = $1 for update";

const LOCK_ALL = `
select id from subscribers s where s.id = any($1::bigint[])
  and exists (select from consents c where c.subscriber_id = s.id offset 0)
order by phone for update`;

const TAKE = `
delete from consents c using subscribers s where s.id = c.subscriber_id and c.subscriber_id = any($1::bigint[])
returning c.id, s.phone, s.name, c.group_id, c.kind, (extract(epoch from c.at) * 1000000)::bigint as at_micros,
  c.source, c.actor, c.ip, c.wording`;
