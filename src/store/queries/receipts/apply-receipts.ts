import { byKey } from "#domain/deliveries/queue";
import type { Receipt } from "#domain/gateways/gateway";
import { uuidTime, type Uuid } from "#lib/ids";

import { int4Array, int8Array, textArray, uuidArray } from "../../binary-array.ts";
import { BUCKET_S } from "../../buckets.ts";
import type { Db } from "../../database.ts";
import { byPartition } from "../../partitions.ts";
import { reported } from "../deliveries/event-data.ts";
import { HOOKS, stateChanged } from "../deliveries/state-changes.ts";

/** A stored receipt, with the delivery that it belongs to, if that is known. */
export type DueRow = {
  id: number;
  gateway: string;
  provider_id: string | null;
  state: Receipt["state"];
  channel: string | null;
  code: string | null;
  detail: string | null;
  tries: number;
  message_id: Uuid | null;
  phone: string | null;
};

export type StoredRow = Pick<
  DueRow,
  "gateway" | "provider_id" | "message_id" | "phone" | "state" | "channel" | "code" | "detail"
>;

/** Columns that storing and applying receipts take, in their order. */
export const columnsOf = (rows: readonly StoredRow[]): Buffer[] => [
  textArray(rows.map((row) => row.gateway)),
  textArray(rows.map((row) => row.provider_id)),
  uuidArray(rows.map((row) => row.message_id)),
  textArray(rows.map((row) => row.phone)),
  textArray(rows.map((row) => row.state)),
  textArray(rows.map((row) => row.channel)),
  textArray(rows.map((row) => row.code)),
  textArray(rows.map((row) => row.detail)),
];

/**
 * Applies receipts to the deliveries that they belong to, inside the transaction that has locked them.
 *
 * @returns `done`: ids of receipts that need not be checked again; `hooks`: webhook deliveries that were added
 */
export async function applyReceipts(
  db: Db,
  due: readonly DueRow[],
): Promise<{ readonly done: ReadonlySet<number>; readonly hooks: number }> {
  const done = new Set<number>();
  let hooks = 0;
  const matched = best(due.filter((row) => row.message_id !== null && row.phone !== null));
  for (const [table, rows] of byPartition(matched, (row) => row.message_id!)) {
    // A reference may name a month that never had, or no longer has, a partition: it is postponed and given up.
    const [month] = await db.query<{ there: boolean }>("month", "select to_regclass($1) is not null as there", [table]);
    if (!month!.there) continue;
    const result = await db.query<{ id: number; hooks: number }>(`apply receipts ${table}`, applyStatement(table), [
      ...columnsOf(rows),
      int8Array(rows.map(({ id }) => id)),
      int4Array(rows.map((row) => Math.floor(uuidTime(row.message_id!) / 1_000 / BUCKET_S))),
    ]);
    hooks += result[0]?.hooks ?? 0;
    const ids = new Set(result.map((row) => row.id));
    const answered = new Set(rows.filter((row) => ids.has(row.id)).map(sourceOf));
    // Duplicates of an answered receipt are done with it; another gateway's are judged the next time.
    for (const row of due) if (answered.has(sourceOf(row))) done.add(row.id);
  }
  return { done, hooks };
}

const keyOf = (row: DueRow): string => `${row.message_id} ${row.phone}`;
const sourceOf = (row: DueRow): string => `${keyOf(row)} ${row.gateway}`;

/**
 * One receipt for each delivery: a final one before an intermediate one, otherwise the first; in the order of the key.
 */
function best(rows: readonly DueRow[]): DueRow[] {
  const chosen = new Map<string, DueRow>();
  for (const row of rows) {
    const key = keyOf(row);
    const present = chosen.get(key);
    if (!present || (present.state === "sent" && row.state !== "sent")) chosen.set(key, row);
  }
  return [...chosen.values()].toSorted((a, b) =>
    byKey({ messageId: a.message_id!, phone: a.phone! }, { messageId: b.message_id!, phone: b.phone! }),
  );
}

/**
 * Moves deliveries as the table of states allows: `sent → delivered | undelivered`, `unknown →` any of them. Returns
 * the receipts that are done: those that moved a row and those that are too late. A delivery that is still `queued` or
 * `sending` has its settle before it; its receipt waits. One that is queued again because an attempt is in doubt is not
 * repeated after a receipt that the attempt succeeded. A receipt that the attempt failed does not stop the repeat,
 * which exists for that case, unless the gateway merges the two: then there is one message, and its receipt waits. A
 * late response brings the id under which the provider will report the rest: no settle has recorded it.
 *
 * A failure that an earlier gateway reports concerns the attempt that it deferred, not what the present one has
 * accepted, unless it has the id of that: two gateways with one account have their receipts sent to the address of
 * either.
 */
function applyStatement(table: string): string {
  return `
with incoming as materialized (
  select * from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::bigint[], $10::int[]) as r(gateway, provider_id, message_id, phone, state, channel, code, detail, id, quarter)
),
current as materialized (
  select n.*, d.state as was, d.state = 'queued' and d.doubted_at is not null as repeats, d.bound_to, d.gateway as given_to from ${table} d join incoming n on d.message_id = n.message_id and d.phone = n.phone
  order by d.message_id, d.phone for update of d
),
moves as materialized (
  select *, case
      when state in ('undelivered', 'failed') and gateway <> given_to and exists (
        select from events e where e.message_id = current.message_id and e.phone = current.phone
          and e.kind = 'message.deferred' and e.data->>'gateway' = current.gateway)
        and not exists (
        select from provider_refs r where r.gateway = given_to and r.provider_id = current.provider_id
          and r.message_id = current.message_id and r.phone = current.phone) then null
      when was = 'unknown' or repeats and state in ('sent', 'delivered') then state
      when was = 'sent' and state = 'delivered' then 'delivered'
      when was = 'sent' and state in ('undelivered', 'failed') then 'undelivered' end::delivery_state as becomes
  from current
),
evidence as (
  insert into provider_refs (gateway, provider_id, message_id, phone)
  select gateway, provider_id, message_id, phone from moves
  where (was = 'unknown' or repeats) and becomes = 'sent' and provider_id <> ''
),
moved as (
  update ${table} d
  set state = m.becomes, channel = coalesce(m.channel, d.channel), sent_at = coalesce(d.sent_at, now()),
    delivered_at = case when m.becomes = 'delivered' then now() end,
    failure = case when m.becomes in ('undelivered', 'failed') then coalesce(m.code, m.becomes::text) end
  from moves m where m.becomes is not null and d.message_id = m.message_id and d.phone = m.phone
  returning d.message_id, d.phone, d.id, d.gateway, d.segments, d.channel, d.state, d.failure, d.sent_at, m.was, m.code, m.detail,
    m.quarter
),${stateChanged({
    rows: "moved",
    was: ["queued", "sent", "unknown"],
    becomes: ["sent", "delivered", "undelivered", "failed"],
    data: reported({ error: "code", response: "detail", channel: true }),
    bucket: `to_timestamp(quarter::bigint * ${BUCKET_S})`,
    ordered: false,
  })}
select id, ${HOOKS} from moves where becomes is not null or repeats and bound_to is null or was not in ('queued', 'sending', 'held')`;
}
