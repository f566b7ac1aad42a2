/** Sorts rows by their primary key: overlapping batches then wait for each other and never deadlock. */
export function byKey(
  a: { readonly messageId: string; readonly phone: string },
  b: { readonly messageId: string; readonly phone: string },
): number {
  if (a.messageId !== b.messageId) return a.messageId < b.messageId ? -1 : 1;
  return a.phone < b.phone ? -1 : a.phone > b.phone ? 1 : 0;
}
