import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Phone } from "#domain/recipients/phone";
import type { Uuid } from "#lib/ids";

import { byteaArray, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { counted } from "../stats/stat-deltas.ts";
import { countedEvents } from "../webhooks/events.ts";

/** Numbers, and when their oldest entry of the log may be from, in milliseconds since 1970. */
export type DemoNumbers = { readonly phones: readonly Phone[]; readonly from: number };

/**
 * Deletes everything about these numbers that belongs to no message: their replies, their suppressions and their
 * subscribers. The keys of consents that are already in the ledger are destroyed. Must run in a transaction.
 *
 * @param numberHash as in an erasure
 * @returns how many subscribers there were
 */
export async function removeDemoPeople(
  db: Db,
  { phones, from }: DemoNumbers,
  { keys, numberHash }: { readonly keys: ConsentKeys; readonly numberHash: (phone: Phone) => Buffer },
): Promise<number> {
  const numbers = textArray(phones);
  await db.query("remove demo form requests", "delete from form_requests where phone = any($1::text[])", [numbers]);
  const people = await db.query<{ id: number }>("lock demo people", LOCK, [numbers]);
  const ids = people.map(({ id }) => id);
  await db.query("remove demo events", EVENTS, [numbers, ids, new Date(from)]);
  for (const table of ["suppressions", "contacts", "help_replies", "bounce_checks"]) {
    await db.query(`remove demo numbers ${table}`, `delete from ${table} where phone = any($1::text[])`, [numbers]);
  }
  await db.query("remove demo inbox", "delete from inbox where sender = any($1::text[])", [numbers]);
  const hashes = byteaArray(phones.map(numberHash));
  await db.query("remove demo otps", "delete from one_time_passwords where number_hash = any($1::bytea[])", [hashes]);
  await db.query("remove demo codes", "delete from code_requests where number_hash = any($1::bytea[])", [hashes]);
  await db.query("remove demo consents", "delete from consents where subscriber_id = any($1::bigint[])", [ids]);
  await db.query("remove demo people", "delete from subscribers where id = any($1::bigint[])", [ids]);
  const lookups = phones.map((phone) => keys.lookup(phone));
  await db.query("remove demo echoes", "delete from opt_in_echoes where phone_hash = any($1::bytea[])", [
    byteaArray(lookups),
  ]);
  await db.query("erase demo consents", ERASE, [byteaArray(lookups)]);
  return ids.length;
}

const LOCK = "select id from subscribers where phone = any($1::text[]) order by phone for update";

/** What counts replies and opt-outs (`appendEvents`) is taken out with them. */
const EVENTS = `
with gone as (
  delete from events where at >= $3 and message_id is null and (phone = any($1::text[])
    or kind like '%subscriber%' and (data ->> 'subscriber_id')::bigint = any($2::bigint[]))
  returning id, at, kind, phone, data
),
unhooked as (
  delete from webhook_deliveries where event_id = any(array(select id from gone))
),${counted(countedEvents("gone", "at", "false, null::smallint, -count(*), 0"))}
select count(*) from gone`;

/** In the order in which everyone locks people of the ledger. */
const ERASE = `
update consent_people p set lookup = null, sealed_key = null
from (select id from consent_people where lookup = any($1::bytea[]) order by lookup for update) held
where p.id = held.id`;

/**
 * Objects with an author: templates, webhooks with their deliveries, schedules with their runs. Must run in a
 * transaction.
 *
 * @param from as in {@link DemoNumbers}
 */
export async function removeDemoAuthored(db: Db, by: string, from: number): Promise<void> {
  await db.query("remove demo test events", TEST_EVENTS, [by]);
  await db.query("remove demo webhooks", "delete from webhooks where created_by = $1", [by]);
  await db.query("remove demo templates", "delete from templates where created_by = $1", [by]);
  const schedules = await db.query<{ id: Uuid; frozen_set: Uuid | null }>(
    "remove demo schedules",
    "delete from schedules where created_by = $1 returning id, frozen_set",
    [by],
  );
  await db.query("remove demo runs", "delete from schedule_runs where schedule_id = any($1::uuid[])", [
    schedules.map(({ id }) => id),
  ]);
  await db.query("remove demo schedule events", SCHEDULE_EVENTS, [schedules.map(({ id }) => id), new Date(from)]);
  await db.query("remove demo audiences", "delete from schedule_recipients where set_id = any($1::uuid[])", [
    schedules.flatMap(({ frozen_set: set }) => set ?? []),
  ]);
}

const SCHEDULE_EVENTS = `
delete from events where at >= $2 and kind like 'schedule.%' and (data ->> 'schedule')::uuid = any($1::uuid[])`;

/** A test event is for one webhook. */
const TEST_EVENTS = `
delete from events where kind = 'webhook.test' and id = any(array(
  select d.event_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
  where w.created_by = $1 and d.kind = 'webhook.test'))`;

/** The texts that a form has shown: no consent refers to them any more. */
export async function removeDemoWordings(db: Db, slugs: readonly string[]): Promise<void> {
  await db.query("remove demo wordings", "delete from form_wordings where slug = any($1::text[])", [slugs]);
}
