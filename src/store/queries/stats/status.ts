import {
  WEBHOOK_EVENTS_COUNTED,
  type CreditStatus,
  type StatusStore,
  type WebhookStatus,
} from "#domain/stats/status-store";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";

const millis = (column: string): string => `extract(epoch from ${column})::float8 * 1000`;

const WEBHOOKS = `
select w.id, w.url, w.enabled, w.disabled_reason as "disabledReason", ${millis("w.failing_since")} as "failingSince",
  waiting.count as waiting, ${millis("waiting.oldest")} as "oldestAt"
from webhooks w cross join lateral (
  select count(*)::int as count, min(created_at) as oldest from (
    select created_at from webhook_deliveries where webhook_id = w.id and state = 'pending'
    order by due limit ${WEBHOOK_EVENTS_COUNTED}) d) waiting
order by w.id`;

/** A rise in credit is a payment and is ignored. The rate is measured over at least a day. */
const CREDITS = `
select name as gateway, credit as amount, coalesce(credit_unit, '') as unit, ${millis("checked_at")} as "checkedAt",
  (select (sum(greatest(before - amount, 0)) / (extract(epoch from max(hour) - min(hour)) / 86400))::float8
    from (select hour, amount, lag(amount) over (order by hour) as before
      from credit_readings where gateway = name and hour > now() - interval '7 days') readings
    having max(hour) - min(hour) >= interval '1 day') as "fallPerDay"
from gateway_states where credit is not null and checked_at is not null order by name`;

const SCHEDULES = `
select id, ${millis("next_run")} as "nextRun" from schedules
where state = 'active' and next_run is not null order by due limit $1`;

export function statusQueries(db: Db): StatusStore {
  return {
    webhooks: () => db.query<WebhookStatus>("webhook status", WEBHOOKS, []),
    credits: () => db.query<CreditStatus>("credit status", CREDITS, []),
    nextSchedules: (limit) => db.query<{ id: Uuid; nextRun: number }>("next schedules", SCHEDULES, [limit]),
  };
}
