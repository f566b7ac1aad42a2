import type { Outcome, OutgoingSms } from "#domain/ports/gateway";

/** Texts that differ in nothing but who gets them: one call may carry them all. Never empty. */
export type Alike = {
  /** What is the same in all. Its `to` and `ref` are the first one's. */
  readonly sms: OutgoingSms;
  readonly all: readonly OutgoingSms[];
  /** The receipts' address; without a reference where several share it. */
  readonly receiptUrl: string | undefined;
};

/**
 * For a vendor whose call carries one text to many people: sends each set of like texts by one call of `sendAll`,
 * and puts the outcomes back in the batch's order.
 *
 * A set never holds one number twice: such vendors refuse or merge it, and answer per number.
 *
 * @param sendAll answers one outcome for each of `all`, in order
 */
export async function sendAlike(
  batch: readonly OutgoingSms[],
  sendAll: (alike: Alike) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const sets = new Map<string, Map<number, OutgoingSms>>();
  const turns = new Map<string, number>();
  batch.forEach((sms, index) => {
    const { ref: _ref, to, receiptUrl, ...same } = sms;
    const likeness = JSON.stringify([same, withoutRef(receiptUrl)]);
    const turn = turns.get(`${likeness}${to}`) ?? 0;
    turns.set(`${likeness}${to}`, turn + 1);
    const key = `${turn} ${likeness}`;
    const set = sets.get(key) ?? new Map<number, OutgoingSms>();
    sets.set(key, set.set(index, sms));
  });

  const outcomes: Outcome[] = Array.from({ length: batch.length });
  await Promise.all(
    [...sets.values()].map(async (set) => {
      const all = [...set.values()];
      const [first] = all as [OutgoingSms];
      const receiptUrl = all.length === 1 ? first.receiptUrl : withoutRef(first.receiptUrl);
      const answers = await sendAll({ sms: first, all, receiptUrl });
      [...set.keys()].forEach((index, position) => {
        outcomes[index] = answers[position] ?? { kind: "unknown", reason: "the answer does not name this text" };
      });
    }),
  );
  return outcomes;
}

/**
 * For a vendor that refuses a whole call because of one bad number: a refused set is halved until the bad ones
 * stand alone. Only `rejected` is divided; nothing else proves that nobody got the text.
 */
export async function sendDivided(
  all: readonly OutgoingSms[],
  sendAll: (all: readonly OutgoingSms[]) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const outcomes = await sendAll(all);
  if (all.length === 1 || !outcomes.every(({ kind }) => kind === "rejected")) return outcomes;
  const middle = all.length >> 1;
  // One after the other: a vendor that is asked too fast would answer the rest with 429.
  const left = await sendDivided(all.slice(0, middle), sendAll);
  return [...left, ...(await sendDivided(all.slice(middle), sendAll))];
}

function withoutRef(receiptUrl: string | undefined): string | undefined {
  if (receiptUrl === undefined || !URL.canParse(receiptUrl)) return receiptUrl;
  const url = new URL(receiptUrl);
  url.searchParams.delete("ref");
  return url.href;
}
