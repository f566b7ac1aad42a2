import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

/**
 * For a vendor that may refuse a whole call because of one message in it: such a call is halved until the bad messages
 * are alone. Only a `rejected` one is; nothing else proves that no message was accepted. Individual outcomes are kept.
 *
 * @param send one outcome if the call was refused, or failed, as a whole
 * @param concernsAll whether a refusal is certainly not about one message: then halving would only cost calls
 */
export async function sendHalved(
  all: readonly OutgoingSms[],
  send: (all: readonly OutgoingSms[]) => Promise<Outcome | readonly Outcome[]>,
  concernsAll: (code: string, reason: string) => boolean = () => false,
): Promise<readonly Outcome[]> {
  const outcome = await send(all);
  if (
    !("kind" in outcome) ||
    outcome.kind !== "rejected" ||
    all.length === 1 ||
    concernsAll(outcome.code, outcome.reason)
  )
    return eachOf(all, outcome);
  const middle = all.length >> 1;
  // Sequentially: a vendor that is called too fast would answer the rest with 429.
  const left = await sendHalved(all.slice(0, middle), send, concernsAll);
  return [...left, ...(await sendHalved(all.slice(middle), send, concernsAll))];
}

/** The outcomes of a call for each of its messages: one failure applies to all. */
function eachOf(all: readonly OutgoingSms[], outcome: Outcome | readonly Outcome[]): readonly Outcome[] {
  return "kind" in outcome ? all.map(() => outcome) : outcome;
}
