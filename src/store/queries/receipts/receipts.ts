import { byKey } from "#domain/deliveries/queue";
import { deliveryOf } from "#domain/messages/reference";
import type { Receipt } from "#domain/gateways/gateway";
import type { ReceiptStore } from "#domain/deliveries/receipt-store";
import { groupCommit } from "#lib/group-commit";
import { uuidTime, type Uuid } from "#lib/ids";

import { int4Array, int8Array, textArray, uuidArray } from "../../binary-array.ts";
import { BUCKET_S } from "../../buckets.ts";
import type { Db } from "../../database.ts";
import { byPartition } from "../../partitions.ts";
import { reported } from "../deliveries/event-data.ts";
import { HOOKS, stateChanged } from "../deliveries/state-changes.ts";

const BATCH = 1_000;
/** A second statement beside a running one must be worthwhile, as in accepting. */
const MIN_WEIGHT = 50;

/** Seconds until a receipt without its delivery is checked again; after the last one it is given up. */
const SWEEPS = [1, 5, 30, 120, 600, 3_600, 21_600, 86_400, 172_800];

/** In binary arrays: as JSON they cost the database 3 µs a receipt, here and in {@link applyStatement}. */
const STORE = `
insert into receipts (gateway, provider_id, message_id, phone, state, channel, code, detail)
select * from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`;

type StoredRow = Pick<
  DueRow,
  "gateway" | "provider_id" | "message_id" | "phone" | "state" | "channel" | "code" | "detail"
>;

/** Columns that both statements take, in their order. */
const columnsOf = (rows: readonly StoredRow[]): Buffer[] => [
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
 * Due receipts, locked, each with the newest delivery its provider id or our reference leads to.
 *
 * A provider may use an id again: it counts them and begins anew, or the gateway has another account. A receipt that
 * comes before the answer to the new message would then be taken for one of the old message. If its id alone leads to a
 * delivery of more than an hour before, it therefore waits for its third check, six seconds later: by then the answer
 * is recorded.
 *
 * So does a receipt whose number is not that of a delivery with its id, but ends like it: some providers write a number
 * without the prefix of mobile numbers or of the country, and what that reads as may exist elsewhere.
 */
const DUE = `
with due as materialized (
  select * from receipts where due <= now() order by due, id limit ${BATCH} for update skip locked
)
select due.id, due.gateway, due.provider_id, due.state, due.channel, due.code, due.detail, due.tries,
  coalesce(due.message_id, ref.message_id) as message_id,
  case when due.message_id is not null then due.phone else ref.phone end as phone
from due left join lateral (
  select message_id, phone from provider_refs
  where due.message_id is null and gateway = due.gateway and provider_id = due.provider_id
    and case when due.phone is null then due.tries > 1 or at > due.received_at - interval '1 hour'
      else provider_refs.phone = due.phone or due.tries > 1 and right(provider_refs.phone, 10) = right(due.phone, 10) end
  order by provider_refs.phone = due.phone desc, at desc limit 1) ref on true
order by due.id`;

const END = "delete from receipts where id = any($1)";
const PUT_OFF = `
update receipts r set tries = tries + 1, due = now() + make_interval(secs => k.secs)
from unnest($1::bigint[], $2::int[]) as k(id, secs) where r.id = k.id`;

type DueRow = {
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

export type ReceiptDeps = {
  readonly stored: () => void;
  readonly hooked: () => void;
};

/** Receipts: stored first, matched afterwards, so that none is lost because its delivery is unknown at that moment. */
export function receiptQueries(db: Db, tools: ReceiptDeps): ReceiptStore {
  const store = groupCommit<readonly StoredRow[], void>({
    maxBatch: 500,
    maxInFlight: 2,
    weigh: (rows) => rows.length,
    maxWeight: 5_000,
    minWeight: MIN_WEIGHT,
    // While the database stalls, providers are asked to retry.
    maxQueued: 50_000,
    flush: async (batches) => {
      await db.query("store receipts", STORE, columnsOf(batches.flat()));
      tools.stored();
      return batches.map(() => undefined);
    },
  });

  return {
    async store(gateway, receipts) {
      if (receipts.length === 0) return;
      // Receipts of other calls are written with these: a rollback here would discard them after they were answered.
      if (db.inTransaction()) throw new Error("Receipts must not be stored within a transaction.");
      await store(
        receipts.map((receipt) => {
          const key = receipt.ref === undefined ? null : deliveryOf(receipt.ref);
          return {
            gateway,
            provider_id: receipt.providerId ?? null,
            message_id: key?.messageId ?? null,
            phone: key?.phone ?? receipt.phone ?? null,
            state: receipt.state,
            channel: receipt.channel ?? null,
            code: receipt.code?.slice(0, 50) ?? null,
            detail: receipt.detail?.slice(0, 200) ?? null,
          };
        }),
      );
    },
    async apply() {
      // Queried outside a transaction, because there is usually nothing due: an empty transaction would cost three
      // statements a second.
      const [next] = await db.query<{ ms: string | null }>(
        "next receipt",
        "select extract(epoch from min(due) - now()) * 1000 as ms from receipts",
        [],
      );
      const nextMs = next?.ms == null ? null : Number(next.ms);
      if (nextMs === null || nextMs > 0) return { seen: 0, more: false, nextMs };
      let hooks = 0;
      const seen = await db.ownTransaction(async () => {
        const due = await db.query<DueRow>("due receipts", DUE, []);
        if (due.length === 0) return 0;
        const open = new Set(due.map((row) => row.id));
        const matched = best(due.filter((row) => row.message_id !== null && row.phone !== null));
        for (const [table, rows] of byPartition(matched, (row) => row.message_id!)) {
          // A reference may name a month that never had, or no longer has, a partition: it is postponed and given up.
          const [month] = await db.query<{ there: boolean }>("month", "select to_regclass($1) is not null as there", [
            table,
          ]);
          if (!month!.there) continue;
          const result = await db.query<{ id: number; hooks: number }>(
            `apply receipts ${table}`,
            applyStatement(table),
            [
              ...columnsOf(rows),
              int8Array(rows.map(({ id }) => id)),
              int4Array(rows.map((row) => Math.floor(uuidTime(row.message_id!) / 1_000 / BUCKET_S))),
            ],
          );
          hooks += result[0]?.hooks ?? 0;
          const ids = new Set(result.map((row) => row.id));
          const answered = new Set(rows.filter((row) => ids.has(row.id)).map(sourceOf));
          // Duplicates of an answered receipt are done with it; another gateway's are judged the next time.
          for (const row of due) if (answered.has(sourceOf(row))) open.delete(row.id);
        }
        const [later, over] = [[] as DueRow[], [] as DueRow[]];
        for (const row of due) (open.has(row.id) && row.tries < SWEEPS.length ? later : over).push(row);
        if (over.length > 0) await db.query("end receipts", END, [over.map((row) => row.id)]);
        if (later.length > 0) {
          await db.query("put off receipts", PUT_OFF, [
            later.map((row) => row.id),
            later.map((row) => SWEEPS[row.tries]),
          ]);
        }
        return due.length;
      });
      if (hooks > 0) tools.hooked();
      return { seen, more: seen >= BATCH, nextMs };
    },
  };
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
with news_in as materialized (
  select * from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::bigint[], $10::int[]) as r(gateway, provider_id, message_id, phone, state, channel, code, detail, id, quarter)
),
current as materialized (
  select n.*, d.state as was, d.state = 'queued' and d.doubted_at is not null as repeats, d.bound_to, d.gateway as given_to from ${table} d join news_in n on d.message_id = n.message_id and d.phone = n.phone
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
