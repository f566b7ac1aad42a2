import type { DecisionPlace, OrderDecision, OrderDecisionLog } from "#domain/orders/order-decision-log";
import type { NoticeOutcome, NoticeTo } from "#domain/orders/order-notice-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";

type Row = {
  shop: string;
  order_id: number;
  status: string;
  reader: string;
  outcome: string;
  message_id: Uuid | null;
  at: Date;
  micros: number;
  repeats: number;
  repeated_at: Date | null;
};

/** Both ends of the range are milliseconds; a position has the database's own microseconds. */
const LIST = `
select shop, order_id, status, reader, outcome, message_id, at, (extract(epoch from at) * 1000000)::bigint as micros,
  repeats, repeated_at
from order_notice_decisions
where outcome is not null
  and ($1::bigint is null or order_id = $1) and ($2::text is null or status = $2)
  and ($3::text is null or reader = $3) and ($4::text is null or outcome = $4)
  and ($5::bigint is null or at >= timestamptz 'epoch' + $5 * interval '1 millisecond')
  and ($6::bigint is null or at < timestamptz 'epoch' + $6 * interval '1 millisecond')
  and ($7::bigint is null or (at, shop, order_id, status, reader)
    < (timestamptz 'epoch' + $7 * interval '1 microsecond', $8::text, $9::bigint, $10::text, $11::text))
order by at desc, shop desc, order_id desc, status desc, reader desc limit $12`;

/** The log of decisions about orders. */
export function orderDecisionQueries(db: Db): OrderDecisionLog {
  return {
    async list({ order, status, reader, outcome, from, to, after, limit }) {
      const place = after ?? [null, null, null, null, null];
      const rows = await db.query<Row>("list order decisions", LIST, [
        order,
        status,
        reader,
        outcome,
        from,
        to,
        ...place,
        limit,
      ]);
      return rows.map((row) => ({ ...decisionOf(row), place: placeOf(row) }));
    },
  };
}

function decisionOf(row: Row): OrderDecision {
  return {
    shop: row.shop,
    order: row.order_id,
    status: row.status,
    to: row.reader as NoticeTo,
    outcome: row.outcome as NoticeOutcome,
    messageId: row.message_id,
    at: row.at.getTime(),
    repeats: row.repeats,
    repeatedAt: row.repeated_at?.getTime() ?? null,
  };
}

function placeOf({ micros, shop, order_id, status, reader }: Row): DecisionPlace {
  return [micros, shop, order_id, status, reader];
}
