import type { PeriodSpending, Priced, SpendingStore } from "#domain/spending/spending-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { withoutWaiting } from "../../bounded.ts";
import { keyArrays } from "../../delivery-keys.ts";
import { byPartition } from "../../partitions.ts";

/** The day before the month, always: two nodes cannot wait for each other. Every row exists afterwards. */
const LOCK = `
insert into spending (period) select unnest($1::text[])
on conflict (period) do update set period = excluded.period returning period, spent`;

/** Locks in the same order, for what did not need {@link LOCK}. */
const ADD = `
insert into spending (period, spent, messages) select unnest($1::text[]), $2::bigint, $3::bigint
on conflict (period) do update set spent = spending.spent + excluded.spent, messages = spending.messages + excluded.messages`;

/** Nodes hold the rows for some hundredths of a second. */
const PROMPT_MS = 500;

const REACHED = `
update spending set reached_at = now() where period = $1 and reached_at is null returning period`;

const READ = "select period, spent, messages, reached_at from spending where period = any($1::text[])";

const HOLDING = "select exists (select from holds where reason = 'spending') as holding";

const HELD = `
select (count(*) filter (where reason = 'spending'))::int as spending,
  (count(*) filter (where reason = 'low_credit'))::int as low_credit
from holds where reason in ('spending', 'low_credit')`;

const priced = (table: string): string => `
select d.id, d.message_id, d.phone, coalesce(d.segments, m.segments) as segments, case when d.marked_at is not null then coalesce(d.gateway, '') end as "countedFor",
  case when d.marked_at is not null then (select counted from spending_repeats where delivery_id = d.id)::float8 end as "countedMost"
from unnest($1::uuid[], $2::text[]) as k(message_id, phone)
join ${table} d on d.message_id = k.message_id and d.phone = k.phone
join messages m on m.id = k.message_id`;

/** Entries are kept longer than any message is valid. */
const REMEMBER = `
with forgotten as (
  delete from spending_repeats where delivery_id = any(array(
    select delivery_id from spending_repeats where at < now() - interval '90 days' order by at limit 100 for update skip locked))
)
insert into spending_repeats as r (delivery_id, counted) select * from unnest($1::bigint[], $2::bigint[]) order by 1
on conflict (delivery_id) do update set counted = greatest(r.counted, excluded.counted), at = now()`;

type PricedRow = Omit<Priced, "messageId"> & { readonly message_id: Uuid };
type PeriodRow = { period: string; spent: number; messages: number; reached_at: Date | null };

const NOTHING: PeriodSpending = { spent: 0, messages: 0, reachedAt: null };

export function spendingQueries(db: Db): SpendingStore {
  const add: SpendingStore["add"] = async ({ day, month }, spent, messages) => {
    await db.query("add spending", ADD, [[day, month], spent, messages]);
  };

  return {
    async lock({ day, month }) {
      const rows = await db.query<{ period: string; spent: number }>("lock spending", LOCK, [[day, month]]);
      const spent = new Map(rows.map((row) => [row.period, row.spent]));
      return { day: spent.get(day) ?? 0, month: spent.get(month) ?? 0 };
    },
    add,
    addPromptly: (periods, spent, messages) => withoutWaiting(db, PROMPT_MS, () => add(periods, spent, messages)),
    async reached(period) {
      return (await db.query("spending reached", REACHED, [period])).length > 0;
    },
    async pricedOf(keys) {
      const found: Priced[] = [];
      for (const [table, part] of byPartition(keys, ({ messageId }) => messageId)) {
        const rows = await db.query<PricedRow>(`priced ${table}`, priced(table), keyArrays(part));
        for (const { message_id: messageId, ...row } of rows) found.push({ messageId, ...row });
      }
      return found;
    },
    async remember(repeats) {
      await db.query("remember counted", REMEMBER, [
        repeats.map(({ id }) => id),
        repeats.map(({ counted }) => counted),
      ]);
    },
    async read({ day, month }) {
      const rows = await db.query<PeriodRow>("read spending", READ, [[day, month]]);
      const of = (period: string): PeriodSpending => {
        const row = rows.find((one) => one.period === period);
        return row
          ? { spent: row.spent, messages: row.messages, reachedAt: row.reached_at?.getTime() ?? null }
          : NOTHING;
      };
      return { day: of(day), month: of(month) };
    },
    async isHolding() {
      const [row] = await db.query<{ holding: boolean }>("held by a cap", HOLDING, []);
      return row!.holding;
    },
    async held() {
      const [row] = await db.query<{ spending: number; low_credit: number }>("count held by money", HELD, []);
      return { spendCap: row!.spending, lowCredit: row!.low_credit };
    },
  };
}
