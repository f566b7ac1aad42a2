import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";

/**
 * Removes the number from the recipients of alerts, and deletes what was sent to it.
 *
 * @returns the number of records that named it, as `HELD` counts them
 */
export async function eraseAlertRecipient(db: Db, phone: Phone): Promise<number> {
  const [row] = await db.query<{ erased: number }>("erase recipient of alerts", ALERTS, [phone]);
  return row!.erased;
}

/** Also removes it from the history of the settings. */
const ALERTS = `
with notified as (
  delete from alert_notifications where recipient = $1 returning 1
),
set_now as (
  update settings set value = jsonb_set(value, '{numbers}', (value -> 'numbers') - $1::text)
  where name = 'alerts' and jsonb_exists(value -> 'numbers', $1) returning 1
),
set_before as (
  update setting_changes set
    before = case when jsonb_exists(before -> 'numbers', $1) then jsonb_set(before, '{numbers}', (before -> 'numbers') - $1::text) else before end,
    after = case when jsonb_exists(after -> 'numbers', $1) then jsonb_set(after, '{numbers}', (after -> 'numbers') - $1::text) else after end
  where section = 'alerts' and (jsonb_exists(before -> 'numbers', $1) or jsonb_exists(after -> 'numbers', $1))
)
select ((select count(*) from notified) + (select count(*) from set_now))::int as erased`;
