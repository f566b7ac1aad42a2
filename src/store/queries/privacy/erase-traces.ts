import { everySpelling } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { ANSWERS_FORGOTTEN } from "../webhooks/forget-answers.ts";
import { eraseAlertRecipient } from "./erase-alerts.ts";
import type { ErasureScope, ErasureStep } from "./erase-scope.ts";

/** 8 MiB: about 20 ms. */
const PAGES = 1_000;

/**
 * The data around the log that has no index on the number: events, the providers' ids, receipts without a delivery,
 * saved responses. An index would slow down every message sent, so tables are scanned in their physical order.
 */
export async function eraseTraces(
  db: Db,
  { phone, requestedAt }: ErasureScope,
  cursor: string | null,
): Promise<ErasureStep> {
  await db.query("erase contacts", CONTACTS, [everySpelling([phone])]);
  // Notifications that were already queued when the number was removed from the settings.
  await eraseAlertRecipient(db, phone);
  const tables = (await db.query<{ name: string }>("tables of traces", TABLES, [])).map(({ name }) => name);
  const [table = tables[0]!, from = "0"] = cursor?.split(" ") ?? [];
  const [size] = await db.query<{ pages: number | null }>("pages of a table", SIZE, [table]);
  // A partition that was dropped meanwhile has no pages.
  const pages = size?.pages ?? 0;
  const end = Number(from) + PAGES;
  if (pages > Number(from)) {
    const named = table === SAVED_REPLIES ? anySpelling(phone) : phone;
    await db.query(`erase traces ${table}`, statementOf(table), [`(${from},0)`, `(${end},0)`, named, requestedAt]);
  }
  const next = end < pages ? `${table} ${end}` : tables.find((name) => name > table);
  return { cursor: next === undefined ? null : next.includes(" ") ? next : `${next} 0` };
}

/** By now nothing to the person is on its way, so nothing adds to it. Both numbers of a phone have one list. */
const CONTACTS = "delete from contacts where phone = any($1::text[])";

const SAVED_REPLIES = "idempotency_keys";

const TABLES = `
select name from (
  select inhrelid::regclass::text collate "C" as name from pg_inherits
  where inhparent in ('events'::regclass, 'provider_refs'::regclass)
  union all values ('receipts'), ('${SAVED_REPLIES}')) tables order by name`;

const SIZE = "select pg_relation_size(to_regclass($1)) / current_setting('block_size')::bigint as pages";

/**
 * A log entry that has the number now was created after the erasure: its receipt is still expected, and its events are
 * current.
 */
function statementOf(table: string): string {
  if (table === SAVED_REPLIES) return REPLIES;
  // `offset 0`: looked up for each row, by the key; never by hashing the whole log.
  const entry = `select from deliveries d where d.message_id = ${table}.message_id and d.phone = ${table}.phone offset 0`;
  const time = table === "receipts" ? "received_at" : "at";
  const range = `ctid >= $1::tid and ctid < $2::tid and phone = $3
    and case when message_id is null then ${time} <= $4 else not exists (${entry}) end`;
  return table.startsWith("events")
    ? `with changed as (
        update ${table} set phone = null, data = data - '{${PERSONAL.join(",")}}'::text[] where ${range} returning id
      ),${ANSWERS_FORGOTTEN}
      select 1`
    : `delete from ${table} where ${range}`;
}

/**
 * Responses that contain the number, which they repeat as the caller wrote it. The key stays, so that a repeated call
 * is still not carried out again. If the digits are part of a longer number, or of a response about another number, the
 * only cost is that this response cannot be replayed.
 */
const REPLIES = `
update ${SAVED_REPLIES} set body = null
where ctid >= $1::tid and ctid < $2::tid and created_at <= $4 and body ~ $3`;

/**
 * A pattern for the digits that end every spelling of a number, with any separators: no calling code has more than
 * three digits.
 */
function anySpelling(phone: Phone): string {
  return phone.slice(4).replaceAll(/\d(?=\d)/g, "$&[^0-9]{0,3}");
}

/** Fields of events that contain personal data. Why a number was suppressed, and who agreed to a lift, is free text. */
const PERSONAL = [
  "name",
  "mobile",
  "sender",
  "text",
  "media",
  "message",
  "response",
  "detail",
  "custom_fields",
  "reason",
  "consent",
];
