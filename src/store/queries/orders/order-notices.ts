import type { OrderNotice, OrderNoticeStore } from "#domain/orders/order-notice-store";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { appendEvents } from "../webhooks/events.ts";

/** A shop whose clock was far ahead once must not make everything that follows stale. */
const CHANGED = "least(to_timestamp($4 / 1000.0), now() + interval '1 day')";

const COLUMNS = `
status, reader as "to", enabled, numbers, template, requires_opt_in as "requiresOptIn",
created_at as "createdAt", updated_at as "updatedAt"`;

const ALL = `select ${COLUMNS} from order_notices order by status, reader`;

const ENABLED = `select ${COLUMNS} from order_notices where status = $1 and enabled order by reader`;

const PUT = `
insert into order_notices (status, reader, enabled, numbers, template, requires_opt_in) values ($1, $2, $3, $4, $5, $6)
on conflict (status, reader) do update set enabled = excluded.enabled, numbers = excluded.numbers,
  template = excluded.template, requires_opt_in = excluded.requires_opt_in, updated_at = now()
returning ${COLUMNS}`;

const REMOVE = "delete from order_notices where status = $1 and reader = $2 returning status";

/** @param hooked called once events were appended that webhooks subscribe to */
export function orderNoticeQueries(db: Db, hooked: () => void): OrderNoticeStore {
  return {
    list: () => db.query<OrderNotice>("order notices", ALL, []),

    enabledFor: (status) => db.query<OrderNotice>("order notices of status", ENABLED, [status]),

    put({ status, to, enabled, numbers, template, requiresOptIn }, by) {
      return db.transaction(async () => {
        const values = [status, to, enabled, numbers, template, requiresOptIn];
        const [row] = await db.query<OrderNotice>("put order notice", PUT, values);
        const data = { status, to, by, enabled };
        await appendEvents(db, [{ kind: "order_notice.changed", data }], hooked);
        return row!;
      });
    },

    remove(status, to, by) {
      return db.transaction(async () => {
        const gone = await db.query("remove order notice", REMOVE, [status, to]);
        if (gone.length === 0) return false;
        await appendEvents(db, [{ kind: "order_notice.deleted", data: { status, to, by } }], hooked);
        return true;
      });
    },

    async see({ shop, id, status, modifiedAt }, followers) {
      // Waits for a transaction that is processing the same order; then the row exists for all.
      const [made] = await db.query("see new order", SEE_NEW, [shop, id, status, modifiedAt]);
      if (made) return { stale: false, previous: null };
      const [known] = await db.query<{ status: string; at: Date; stale: boolean }>("see order", SEE, [
        shop,
        id,
        modifiedAt,
        followers,
      ]);
      const previous = { status: known!.status, modifiedAt: known!.at.getTime() };
      if (known!.stale) return { stale: true, previous };
      await db.query("note order", NOTE, [shop, id, status, modifiedAt]);
      return { stale: false, previous };
    },

    async claim({ shop, id, status }, to) {
      const [row] = await db.query<{ repeats: number }>("claim order notice", CLAIM, [shop, id, status, to]);
      return row?.repeats === 0;
    },

    async withinDay(day, to, phones, most) {
      const rows = await db.query<{ phone: Phone; texts: number }>("lock texts of a day", LOCK_DAY, [day, to, phones]);
      return rows.flatMap(({ phone, texts }) => (texts < most ? [phone] : []));
    },

    async countDay(day, to, phones) {
      await db.query("count texts of a day", COUNT_DAY, [day, to, phones]);
    },

    async decide({ shop, id, status }, to, outcome, messageId) {
      await db.query("decide order notice", DECIDE, [shop, id, status, to, outcome, messageId]);
      const event = { kind: "order_notice.decided", data: { shop, order: id, status, to, outcome } };
      await appendEvents(db, [{ ...event, ...(messageId !== null && { messageId }) }], hooked);
    },
  };
}

const SEE_NEW = `
insert into shop_orders (shop, order_id, status, modified_at) values ($1, $2, $3, ${CHANGED})
on conflict do nothing returning order_id`;

const SEE = `
select status, modified_at as at,
  modified_at > to_timestamp($3 / 1000.0) or (modified_at = to_timestamp($3 / 1000.0) and status = any($4)) as stale
from shop_orders where shop = $1 and order_id = $2 for update`;

const NOTE = `
update shop_orders set status = $3, modified_at = ${CHANGED} where shop = $1 and order_id = $2`;

const CLAIM = `
insert into order_notice_decisions as d (shop, order_id, status, reader)
select $1, $2, $3, $4 where not exists (
  select from shop_orders where shop = $1 and order_id = $2 and notified @> array[$3::text || ' ' || $4::text])
on conflict (shop, order_id, status, reader)
do update set repeats = d.repeats + 1, repeated_at = now() returning repeats`;

const LOCK_DAY = `
insert into order_notice_days as d (day, reader, phone)
select distinct $1::date, $2, phone from unnest($3::text[]) phone order by phone
on conflict (day, reader, phone) do update set texts = d.texts returning phone, texts`;

/** Every transaction that counts locks them in the order of numbers. */
const COUNT_DAY = `
update order_notice_days set texts = texts + 1 where day = $1::date and reader = $2 and phone = any($3::text[])`;

const DECIDE = `
update order_notice_decisions set outcome = $5, message_id = $6
where shop = $1 and order_id = $2 and status = $3 and reader = $4`;
