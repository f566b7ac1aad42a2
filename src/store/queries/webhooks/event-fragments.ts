/** Keys of the data of a `new_sms` event that repeat what was written, as an SQL array. */
export const TEXT_KEYS = "'{message,media,response}'::text[]";

/**
 * SQL that appends a CTE's rows to the events and queues each for the webhooks subscribed to its kind, inside the
 * statement that made the change. The source needs the columns kind, message_id, phone, data.
 *
 * Adds the CTEs `logged` and `hooked`.
 */
export function logAndHook(source: string): string {
  return `
logged as (
  insert into events (kind, message_id, phone, data)
  select kind, message_id, phone, data from ${source}
  returning id, kind
),
hooked as (
  insert into webhook_deliveries (webhook_id, event_id, kind)
  select webhooks.id, logged.id, logged.kind from logged join webhooks on webhooks.enabled and logged.kind = any(webhooks.types)
  -- An endpoint that is being deleted is waited for and left out. Otherwise its foreign key would refuse the change.
  for key share of webhooks
  returning 1
)`;
}
