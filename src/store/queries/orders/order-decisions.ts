import type { OrderDecision, OrderDecisionLog } from "#domain/orders/order-decision-log";

import type { Db } from "../../database.ts";
import { millis } from "../millis.ts";

/** Both ends of the range are milliseconds; a position has the database's own microseconds. */
const LIST = `
select shop, order_id as "order", status, reader as "to", outcome, message_id as "messageId", ${millis("at")} as at,
  (extract(epoch from at) * 1000000)::bigint as micros, repeats, ${millis("repeated_at")} as "repeatedAt"
from order_notice_decisions
where outcome is not null
  and ($1::bigint is null or order_id = $1) and ($2::text is null or status = $2)
  and ($3::text is null or reader = $3) and ($4::text is null or outcome = $4)
  and ($5::bigint is null or at >= timestamptz 'epoch' + $5 * interval '1 millisecond')
  and ($6::bigint is null or at < timestamptz 'epoch' + $6 * interval '1 millisecond')
  and ($7::bigint is null or (at, shop, order_id, status, reader)
    < (timestamptz 'epoch' + $7 * interval '1 microsecond', $8::text, $9::bigint, $10::text, $11::text))
order by order_notice_decisions.at desc, shop desc, order_id desc, status desc, reader desc limit $12`;

/** The log of decisions about orders. */
export function orderDecisionQueries(db: Db): OrderDecisionLog {
  return {
    async list({ order, status, reader, outcome, from, to, after, limit }) {
      const place = after ?? [null, null, null, null, null];
      const values = [order, status, reader, outcome, from, to, ...place, limit];
      const rows = await db.query<OrderDecision & { micros: number }>("list order decisions", LIST, values);
      return rows.map(({ micros, ...decision }) => ({
        ...decision,
        place: [micros, decision.shop, decision.order, decision.status, decision.to],
      }));
    },
  };
}
