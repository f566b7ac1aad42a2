import { deliveryOf } from "#domain/messages/reference";
import type { ReceiptStore } from "#domain/deliveries/receipt-store";
import { groupCommit } from "#lib/group-commit";

import type { Db } from "../../database.ts";
import { applyReceipts, columnsOf, type DueRow, type StoredRow } from "./apply-receipts.ts";

const BATCH = 1_000;
/** A second statement beside a running one must be worthwhile, as in accepting. */
const MIN_WEIGHT = 50;

/** Seconds until a receipt without its delivery is checked again; after the last one it is given up. */
const SWEEPS = [1, 5, 30, 120, 600, 3_600, 21_600, 86_400, 172_800];

/** In binary arrays: as JSON they cost the database 3 µs a receipt, here and in {@link applyReceipts}. */
const STORE = `
insert into receipts (gateway, provider_id, message_id, phone, state, channel, code, detail)
select * from unnest($1::text[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])`;

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
            code: receipt.code ?? null,
            detail: receipt.detail ?? null,
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
        const applied = await applyReceipts(db, due);
        hooks = applied.hooks;
        const [later, over] = [[] as DueRow[], [] as DueRow[]];
        for (const row of due) (!applied.done.has(row.id) && row.tries < SWEEPS.length ? later : over).push(row);
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
