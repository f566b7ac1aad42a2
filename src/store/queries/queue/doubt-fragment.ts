/**
 * SQL for a text that will not be sent any more because of `verdict`, although an earlier try of it may have reached the
 * phone (`deliveries.doubted_at`): it ends in doubt and not as what it was canceled for. People who ask whether it went
 * out must not be told that it did not.
 */
export function endOf(degraded: string, verdict: string): string {
  return `case when ${degraded} then 'unknown'::delivery_state else ${verdict} end`;
}

/** What is said of it. */
export function wordsOf(verdict: string): string {
  return `'The gateway may have taken it. No repeat was sent: ' || ${verdict} || '.'`;
}
