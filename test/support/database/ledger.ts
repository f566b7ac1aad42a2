import type pg from "pg";

import type { SuppressionKind } from "#domain/opt-out/suppression-store";
import type { Uuid } from "#lib/ids";

/** Anything that runs a statement: a pool, or one session. */
export type Queryable = Pick<pg.Pool, "query">;

/** Which deliveries; all of them by default. */
export type Which = { readonly message?: Uuid | string; readonly phone?: string; readonly state?: string };

export type LedgerRow = { readonly phone: string; readonly state: string; readonly failure: string | null };

const CHOSEN =
  "($1::uuid is null or message_id = $1) and ($2::text is null or phone = $2) and ($3::text is null or state::text = $3)";
const chosen = ({ message, phone, state }: Which): unknown[] => [message ?? null, phone ?? null, state ?? null];

/** The deliveries in the order of their numbers. */
export async function deliveriesOf(db: Queryable, which: Which = {}): Promise<LedgerRow[]> {
  const { rows } = await db.query<LedgerRow>(
    `select phone, state::text, failure from deliveries where ${CHOSEN} order by phone, message_id`,
    chosen(which),
  );
  return rows;
}

/** The numbers of the deliveries, in order; a number of two messages appears twice. */
export const phonesOf = async (db: Queryable, which: Which = {}): Promise<string[]> =>
  (await deliveriesOf(db, which)).map(({ phone }) => phone);

/** How many deliveries are in each state; states without any are absent. */
export async function statesOf(db: Queryable, which: Which = {}): Promise<Record<string, number>> {
  const { rows } = await db.query<{ state: string; count: number }>(
    `select state::text, count(*)::int from deliveries where ${CHOSEN} group by state order by state`,
    chosen(which),
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Puts numbers on the suppression list, by default as if their owners had sent STOP to all senders. */
export async function suppress(
  db: Queryable,
  phones: string | readonly string[],
  by: {
    readonly reason?: string;
    readonly source?: string;
    readonly sender?: string;
    readonly kind?: SuppressionKind;
    readonly addedBy?: string;
  } = {},
): Promise<void> {
  const { reason = "STOP", source = "test", sender = "", kind = "opt_out", addedBy = null } = by;
  await db.query(
    "insert into suppressions (phone, reason, source, sender, kind, added_by) select unnest($1::text[]), $2, $3, $4, $5, $6",
    [[phones].flat(), reason, source, sender, kind, addedBy],
  );
}
