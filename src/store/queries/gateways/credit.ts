import type { CreditStore, StoredCredit } from "#domain/credit/credit-store";
import { second } from "#lib/time";

import type { Db } from "../../database.ts";

type Row = { credit: string | null; credit_unit: string | null; currency: string | null; checked_at: Date | null };

const KEPT_MS = second;

/** A unit's name may change with an account; what counts is how the amount falls. */
const SAVE = `
with reading as (
  insert into credit_readings (gateway, hour, amount) select $1::text, date_trunc('hour', now()), $2::text::numeric
  where $2::text ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$'
  on conflict (gateway, hour) do update set amount = excluded.amount
),
forgotten as (
  delete from credit_readings where gateway = $1 and hour < now() - interval '8 days'
)
insert into gateway_states (name, credit, credit_unit, currency, checked_at) values ($1, $2::text, $3, $4, now())
on conflict (name) do update
set credit = excluded.credit, credit_unit = excluded.credit_unit, currency = excluded.currency, checked_at = excluded.checked_at
returning credit, credit_unit, currency, checked_at`;

const LAST = "select credit, credit_unit, currency, checked_at from gateway_states where name = $1";

/**
 * Balances as last read. `last` is called with every send, so it queries the database only once a second.
 *
 * A transaction reads by itself, on its own session: it must not wait for another one while all of them are taken by
 * transactions that do.
 */
export function creditQueries(db: Db): CreditStore {
  const kept = new Map<string, { readonly until: number; readonly credit: StoredCredit | null }>();
  const reading = new Map<string, Promise<StoredCredit | null>>();

  async function read(gateway: string): Promise<StoredCredit | null> {
    const [row] = await db.query<Row>("credit last", LAST, [gateway]);
    return creditOf(gateway, row);
  }

  function keep(gateway: string, credit: StoredCredit | null): void {
    kept.set(gateway, { until: db.now() + KEPT_MS, credit });
  }

  /** Callers share the answer. A balance that is saved meanwhile is the more recent. */
  async function readAndKeep(gateway: string): Promise<StoredCredit | null> {
    const before = kept.get(gateway);
    try {
      const credit = await read(gateway);
      if (kept.get(gateway) === before) keep(gateway, credit);
      return credit;
    } finally {
      reading.delete(gateway);
    }
  }

  return {
    async last(gateway) {
      const known = kept.get(gateway);
      if (known && db.now() < known.until) return known.credit;
      if (db.inTransaction()) return read(gateway);
      const flight = reading.get(gateway) ?? readAndKeep(gateway);
      reading.set(gateway, flight);
      return flight;
    },
    async save({ gateway, amount, unit, currency }) {
      const [row] = await db.query<Row>("credit save", SAVE, [gateway, amount, unit, currency]);
      const credit = creditOf(gateway, row)!;
      keep(gateway, credit);
      return credit;
    },
  };
}

function creditOf(gateway: string, row: Row | undefined): StoredCredit | null {
  if (!row?.checked_at || row.credit === null) return null;
  return {
    gateway,
    amount: row.credit,
    unit: row.credit_unit ?? "",
    currency: row.currency,
    checkedAt: row.checked_at.getTime(),
  };
}
