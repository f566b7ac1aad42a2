import type { Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { withoutRef } from "./with-ref.ts";

/** Messages that differ only in their recipient: one call may carry them all. Never empty. */
export type Alike = {
  /** The properties that all have in common. `to` and `ref` are those of the first. */
  readonly sms: OutgoingSms;
  readonly all: readonly OutgoingSms[];
  /** The address for receipts; without a reference if several messages share it. */
  readonly receiptUrl: string | undefined;
};

/**
 * For a vendor whose call carries one message to many people: sends each set of identical messages in one call of
 * `sendAll`, and puts the outcomes back in the batch's order.
 *
 * A set never contains a number twice: such vendors refuse or merge it, and respond per number.
 *
 * @param sendAll returns one outcome for each of `all`, in order
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
 * Concurrent calls of one batch. Every message of a batch may be different, and the engine counts batches: a thousand
 * different messages would otherwise be a thousand simultaneous calls.
 */
const CALLS_AT_ONCE = 8;

/**
 * For a vendor whose call carries different messages, but responds by number: sends the batch in calls that contain no
 * number twice, and puts the outcomes back in the batch's order.
 *
 * @param sendAll returns one outcome for each of `all`, in order
 * @param likenessOf messages with a different value get another call
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

/** For a message that a response does not name, or names twice. */
export const UNNAMED: Outcome = { kind: "unknown", reason: "the response does not name this message" };

/**
 * The outcomes of one call from a response with a result for each number. A recipient that it does not name, or names
 * twice, may have got the message.
 *
 * @param all contains no number twice
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
