/**
 * SQL for a delivery that will no longer be sent because of `verdict`, although an earlier attempt may have reached the
 * phone (`deliveries.doubted_at`): it ends in doubt, not as `verdict`, because the log must not claim that it was not
 * sent.
 */
export function endOf(inDoubt: string, verdict: string): string {
  return `case when ${inDoubt} then 'unknown'::delivery_state else ${verdict} end`;
}

/** The response recorded for it. */
export function wordsOf(verdict: string): string {
  return `'The gateway may have accepted it. No repeat was sent: ' || ${verdict} || '.'`;
}
