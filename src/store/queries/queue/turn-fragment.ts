import { isToOne } from "../messages/recipients-fragment.ts";

/**
 * SQL that locks, before their deliveries, the messages that the deliveries in the CTE `settled` may change: all code
 * locks messages before deliveries. Otherwise a late settle held rows and waited for the message, while the router, or
 * the end of a cancellation, held the message and waited for the rows.
 *
 * Adds the CTE `turning`; {@link TURNING_LOCKED} must be among the conditions of the statement that locks the rows.
 *
 * @param which a condition on the rows of `settled`
 */
export function lockTurning(which = "true"): string {
  return `
turning as materialized (
  select id, first_sent_at is null as unopened, state = 'running' and ${isToOne()} as alone
  from messages
  where id = any(array(select distinct message_id from settled where ${which}))
    and (first_sent_at is null or (state = 'running' and ${isToOne()}))
  order by id for update
)`;
}

export const TURNING_LOCKED = "(select count(*) from turning) >= 0";

/**
 * SQL for the effect of the deliveries in the CTE `moved` (message_id, state, response) on their messages: a message
 * with one recipient ends here, with its only row, which saves the chunk's end a lock and a query; and for every
 * message the first delivery that left is recorded.
 *
 * Needs `turning`. Adds the CTEs `turned` and `first`.
 */
export const turnMessages = `
-- One grouping of both in place of joins: the planner expects one row of each and would read all of them for each.
turned as materialized (
  select id, bool_or(unopened) and bool_or(sent) as opens, bool_or(alone) as ends,
    min(response) filter (where sent) as response
  from (
    select id, unopened, alone, false as sent, false as changed, null as response from turning
    union all
    select message_id, null, null, state = 'sent', state <> 'queued', response from moved
  ) rows
  group by id having bool_or(unopened) is not null and bool_or(changed)
),
first as (
  update messages m set
    first_sent_at = case when turned.opens then now() else m.first_sent_at end,
    state = case when turned.ends then 'completed' else m.state end,
    finished_at = case when turned.ends then now() else m.finished_at end
  from turned
  where m.id = turned.id and (turned.opens or turned.ends)
  returning m.id, turned.opens, turned.ends, m.body, m.sender, m.media, m.category, m.accepted,
    case when m.category <> 'otp' then turned.response end as response
)`;

/**
 * Its events: columns kind, message_id, phone, data. That a message was sent and completed is shown by its row and by
 * the event of its delivery, and both events of it here were two thirds of what a settle logs. `new_sms`, which repeats
 * the text, is written only for a webhook; one `message.completed` stands for all messages that ended here, and names
 * the message if there is only one.
 */
export const TURNED = {
  opens: `
  select 'new_sms' as kind, id as message_id, null::text as phone,
    jsonb_build_object('sender', sender, 'category', category, 'recipients', accepted,
      'message', case when category <> 'otp' then body end, 'media', media, 'response', response) as data
  from first where opens and exists (select from webhooks where enabled and 'new_sms' = any(types))`,
  ends: `
  select 'message.completed', case when count(*) = 1 then (array_agg(id))[1] end, null, jsonb_build_object('messages', count(*))
  from first where ends having count(*) > 0`,
} as const;
