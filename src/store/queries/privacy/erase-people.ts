import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { HeldKind } from "#domain/privacy/privacy-store";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { eraseFromImports } from "../imports/erase-from-imports.ts";
import { appendEvents } from "../webhooks/events.ts";
import { eraseConsents } from "../consent/erase.ts";
import { removeSubscribers } from "../newsletter/subscriber-remove.ts";
import { eraseAlertRecipient } from "./erase-alerts.ts";

type Left = { groups: { id: number; name: string; state: "left" }[] };

/** How a person is identified where their number is not stored. */
export type ErasureKeys = {
  readonly keys: ConsentKeys;
  /** The keys by which codes sent to a number are counted. */
  readonly numberHash: (phone: Phone) => Buffer;
};

/**
 * Everything that is one row or a few: the subscriber with memberships and code, the key of the consents, the customer,
 * the numbers of users, of order notices and of alerts, what operators noted about a suppression. Accounts stay: they
 * are deleted by other means. Must run in a transaction.
 */
export async function erasePeople(
  db: Db,
  { keys, numberHash }: ErasureKeys,
  phone: Phone,
  hooked: () => void,
): Promise<Readonly<Partial<Record<HeldKind, number>>>> {
  const hash = numberHash(phone);
  await eraseFromImports(db, phone);
  // First, and in the order of the worker that carries them out: a request in progress ends before the query below.
  const requests = await db.query("erase form requests", "delete from form_requests where phone = $1 returning 1", [
    phone,
  ]);
  const [subscriber] = await db.query<{ id: number }>("erase subscriber lock", LOCK, [phone]);
  if (subscriber) {
    const [row] = await db.query<Left>("erase subscriber read", READ, [subscriber.id]);
    await removeSubscribers(db, keys, [subscriber.id]);
    const data = { subscriber_id: subscriber.id, state: "left", groups: row!.groups };
    if (row!.groups.length > 0) await appendEvents(db, [{ kind: "subscriber.unsubscribed", data }], hooked);
  }
  await db.query("erase bounce checks", "delete from bounce_checks where phone = $1", [phone]);
  await db.query("erase suppression reasons", REASONS, [phone]);
  const [others] = await db.query<Record<"customer" | "user" | "order_notice", number>>("erase people", OTHERS, [
    phone,
  ]);
  const alert = await eraseAlertRecipient(db, phone);
  // In the order of a check, which locks the one-time password first.
  await db.query("erase otps", PASSWORDS, [hash]);
  await db.query("erase code requests", CODES, [hash]);
  // Last: it locks the person in the ledger.
  const consent = await eraseConsents(db, keys, phone);
  return { subscriber: subscriber ? 1 : 0, consent, form_request: requests.length, ...others!, alert };
}

/** The entries stay. Only what a person typed is free text; the reasons of replies are the service's own. */
const REASONS = `
update suppressions set reason = '' where id = any(array(
  select id from suppressions where phone = $1 and added_by is not null order by sender, kind for update))`;

/**
 * Prefix and country stay: each covers at least ten thousand numbers, and they are needed for two days to limit the
 * codes sent to them.
 */
const CODES = `
update code_requests set number_hash = null, address_hash = null
where id = any(array(select id from code_requests where number_hash = $1 order by id for update))`;

const PASSWORDS = "delete from one_time_passwords where number_hash = $1";

const LOCK = "select id from subscribers where phone = $1 for update";

/** A separate statement sees what the previous holder of the lock has written. */
const READ = `
select coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'state', 'left') order by g.id)
    from memberships m join groups g on g.id = m.group_id
    where m.subscriber_id = $1::bigint and m.state <> 'left'), '[]') as groups`;

const OTHERS = `
with customer as (delete from customers where phone = $1 returning 1),
account as (
  update users set phone = null, updated_at = now() where id = any(array(
    select id from users where phone = $1 order by id for update)) returning 1
),
day as (delete from order_notice_days where phone = $1),
help as (delete from help_replies where phone = $1),
notice as (
  update order_notices n set numbers = array_remove(n.numbers, $1), updated_at = now()
  from (select status, reader from order_notices where $1 = any(numbers) order by status, reader for update) held
  where n.status = held.status and n.reader = held.reader returning 1
)
select (select count(*) from customer)::int as customer, (select count(*) from account)::int as user,
  (select count(*) from notice)::int as order_notice`;
