import type { HeldKind } from "#domain/privacy/privacy-store";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { forgetInImports } from "../imports/forget.ts";
import { appendEvents } from "../webhooks/events.ts";
import { removeSubscriber } from "../newsletter/subscriber-remove.ts";

type Left = { consents: number; groups: { id: number; name: string; state: "left" }[] };

/**
 * Everything that is one row or a few: the subscriber with memberships, consents and code, the customer, the numbers of
 * users and of order notices. Accounts stay: they are deleted by other means. Must run in a transaction.
 */
export async function erasePeople(
  db: Db,
  phone: Phone,
  hooked: () => void,
): Promise<Readonly<Partial<Record<HeldKind, number>>>> {
  await forgetInImports(db, phone);
  const [subscriber] = await db.query<{ id: number }>("erase subscriber lock", LOCK, [phone]);
  let consents = 0;
  if (subscriber) {
    const [row] = await db.query<Left>("erase subscriber read", READ, [subscriber.id]);
    consents = row!.consents;
    await removeSubscriber(db, subscriber.id);
    const data = { subscriber_id: subscriber.id, state: "left", groups: row!.groups };
    if (row!.groups.length > 0) await appendEvents(db, [{ kind: "subscriber.unsubscribed", data }], hooked);
  }
  const [others] = await db.query<Record<"customer" | "user" | "order_notice", number>>("erase people", OTHERS, [
    phone,
  ]);
  return { subscriber: subscriber ? 1 : 0, consent: consents, ...others! };
}

const LOCK = "select id from subscribers where phone = $1 for update";

/** A separate statement sees what the previous holder of the lock has written. */
const READ = `
select (select count(*) from consents where subscriber_id = $1::bigint)::int as consents,
  coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name, 'state', 'left') order by g.id)
    from memberships m join groups g on g.id = m.group_id
    where m.subscriber_id = $1::bigint and m.state <> 'left'), '[]') as groups`;

const OTHERS = `
with customer as (delete from customers where phone = $1 returning 1),
account as (
  update users set phone = null, updated_at = now() where id = any(array(
    select id from users where phone = $1 order by id for update)) returning 1
),
notice as (
  update order_notices n set numbers = array_remove(n.numbers, $1), updated_at = now()
  from (select status, reader from order_notices where $1 = any(numbers) order by status, reader for update) held
  where n.status = held.status and n.reader = held.reader returning 1
)
select (select count(*) from customer)::int as customer, (select count(*) from account)::int as user,
  (select count(*) from notice)::int as order_notice`;
