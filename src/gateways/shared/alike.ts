import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { withoutRef } from "./with-ref.ts";

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
  return sendApart(
    batch,
    (all) => {
      const [first] = all as readonly [OutgoingSms];
      const receiptUrl = all.length === 1 ? first.receiptUrl : shared(first.receiptUrl);
      return sendAll({ sms: first, all, receiptUrl });
    },
    ({ ref: _ref, to: _to, receiptUrl, ...same }) => JSON.stringify([same, shared(receiptUrl)]),
  );
}

const shared = (receiptUrl: string | undefined): string | undefined =>
  receiptUrl === undefined ? undefined : withoutRef(receiptUrl);

/**
 * Calls of one batch under way at once. Every text of a batch may be another one, and the engine counts batches: a
 * thousand different texts would otherwise be a thousand calls at the same instant.
 */
const CALLS_AT_ONCE = 8;

/**
 * For a vendor whose call carries different texts, but answers by number: sends the batch in calls that hold no number
 * twice, and puts the outcomes back in the batch's order.
 *
 * @param sendAll answers one outcome for each of `all`, in order
 * @param likenessOf texts of another likeness get another call
 */
export async function sendApart(
  batch: readonly OutgoingSms[],
  sendAll: (all: readonly OutgoingSms[]) => Promise<readonly Outcome[]>,
  likenessOf: (sms: OutgoingSms) => string = () => "",
): Promise<readonly Outcome[]> {
  const sets = new Map<string, Map<number, OutgoingSms>>();
  const turns = new Map<string, number>();
  batch.forEach((sms, index) => {
    const likeness = likenessOf(sms);
    const turn = turns.get(`${likeness}${sms.to}`) ?? 0;
    turns.set(`${likeness}${sms.to}`, turn + 1);
    const key = `${turn} ${likeness}`;
    const set = sets.get(key) ?? new Map<number, OutgoingSms>();
    sets.set(key, set.set(index, sms));
  });

  const outcomes: Outcome[] = Array.from({ length: batch.length });
  const waiting = [...sets.values()];
  const sendInTurn = async (): Promise<void> => {
    for (let set = waiting.shift(); set; set = waiting.shift()) {
      const answers = await sendAll([...set.values()]);
      [...set.keys()].forEach((index, position) => {
        outcomes[index] = answers[position] ?? UNNAMED;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, waiting.length) }, sendInTurn));
  return outcomes;
}

/** Of a text that an answer does not name, or names twice. */
export const UNNAMED: Outcome = { kind: "unknown", reason: "the answer does not name this text" };

/**
 * The outcomes of one call from an answer that says of each number what became of it. Whom it does not name, or names
 * twice, may have got the text.
 *
 * @param all holds no number twice
 * @param numberOf with or without a plus sign
 */
export function outcomesByNumber(
  all: readonly OutgoingSms[],
  entries: readonly unknown[],
  numberOf: (entry: unknown) => string,
  read: (entry: unknown, sms: OutgoingSms) => Outcome,
): readonly Outcome[] {
  const digits = (number: string): string => number.replace(/\D/g, "");
  const named = Map.groupBy(entries, (entry) => digits(numberOf(entry)));
  return all.map((sms) => {
    const [entry, ...more] = named.get(digits(sms.to)) ?? [];
    return entry === undefined || more.length > 0 ? UNNAMED : read(entry, sms);
  });
}
