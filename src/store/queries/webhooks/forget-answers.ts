/**
 * Deletes what the receivers of webhooks answered to the events of the CTE `changed`, which returns their ids: some
 * receivers repeat what they were sent. The signature is deleted too: with the secret, a guess of the body could be
 * checked against it. A worker with an attempt under way loses it, so that the answer is not recorded; the event is
 * sent again, as it is now.
 */
export const ANSWERS_FORGOTTEN = `
answered as materialized (
  select id from webhook_deliveries
  where event_id = any(array(select id from changed)) and (
    last_error is not null or signature is not null or state = 'pending' or attempt_log @? '$[*].answer')
  order by id for update
),
forgotten as (
  update webhook_deliveries d set last_error = null, signed_at = null, signature = null, token = d.token + 1,
    attempt_log = (select jsonb_agg(each - 'answer' - 'error' order by nth) from jsonb_array_elements(d.attempt_log) with ordinality as log(each, nth))
  from answered where d.id = answered.id
)`;
