/**
 * SQL for a text that will not be sent any more because of `verdict`, although an earlier try of it may have reached the
 * phone (`deliveries.doubted_at`): it ends in doubt and not as what it was withdrawn for. People who ask whether it went
 * out must not be told that it did not.
 */
export function endOf(degraded: string, verdict: string): string {
  return `case when ${degraded} then 'unknown'::delivery_state else ${verdict} end`;
}

/** What is said of it. */
export function wordsOf(verdict: string): string {
  return `'The gateway may have taken it. No repeat was sent: ' || ${verdict} || '.'`;
}

/** Its event; `rows` (message_id, phone, id, state, gateway, verdict) are some in doubt and some not. `verdict` is why. */
export function endedEvents(rows: string): string {
  return `
  select case when state = 'unknown' then 'message.unknown' else 'message.failed' end as kind, message_id, phone,
    case when state = 'unknown' then jsonb_build_object('id', id, 'state', state, 'gateway', gateway, 'error', verdict)
      else jsonb_build_object('id', id, 'state', state, 'error', verdict) end as data
  from ${rows} order by message_id, phone`;
}

/** The change of its message's progress: a doubt has no reason there, so that a receipt can take it away again. */
export function endedChanges(rows: string): string {
  return `select message_id, state, case when state = 'unknown' then '' else verdict::text end as reason, 1 as change from ${rows}`;
}
