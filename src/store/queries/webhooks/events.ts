import type { Uuid } from "#lib/ids";

import { BUCKET_S } from "../../buckets.ts";
import type { Db } from "../../database.ts";
import { areaOf, countedNew } from "../stats/stat-deltas.ts";
import { logAndHook } from "./event-fragments.ts";

export type NewEvent = {
  readonly kind: string;
  readonly messageId?: Uuid;
  readonly phone?: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Appends events in the surrounding transaction and queues them for the webhooks subscribed to them. */
export async function appendEvents(db: Db, events: readonly NewEvent[], hooked: () => void): Promise<void> {
  if (events.length === 0) return;
  const [row] = await db.query<{ hooks: number }>("append events", APPEND, [
    JSON.stringify(
      events.map((event) => ({ kind: event.kind, message_id: event.messageId, phone: event.phone, data: event.data })),
    ),
  ]);
  if (row!.hooks > 0) db.afterCommit(hooked);
}

/**
 * How many replies and opt-outs are among events, as rows of the statistics.
 *
 * @param at when they occurred
 * @param counts the columns after the state
 */
export const countedEvents = (events: string, at: string, counts: string): string => `
  select to_timestamp(floor(extract(epoch from ${at}) / ${BUCKET_S}) * ${BUCKET_S}), '', null::uuid,
    coalesce(data ->> 'gateway', ''), ${areaOf("coalesce(phone, '')")},
    case kind when 'new_incoming_sms' then 'reply' else 'opt_out' end, ${counts}
  from ${events} where kind = 'new_incoming_sms' or (
    -- Actions of the people themselves.
    kind = 'suppression.added' and data ->> 'kind' = 'opt_out' and data ->> 'by' is null)
  group by 1, 4, 5, 6`;

const APPEND = `
with new_events as (
  select * from json_to_recordset($1::json) as r(kind text, message_id uuid, phone text, data json)
),
${logAndHook("new_events")},${countedNew(countedEvents("new_events", "now()", "count(*)"))}
select count(*) as hooks from hooked`;
