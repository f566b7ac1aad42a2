import type { Hold, Holds, RecentMessage } from "#domain/deliveries/holds";
import { keyText, type DeliveryKey, type Marked, type Portion } from "#domain/deliveries/queue";
import { underCap } from "#domain/frequency-cap/frequency-cap";
import type { FrequencyCapSettings } from "#domain/frequency-cap/frequency-cap-settings";
import { countedAs } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";
import type { UnitOfWork } from "#domain/unit-of-work";
import { logFailure } from "#lib/log-failure";
import type { Log } from "#lib/log";

import { onlyKeys, type MarkPortions } from "./portions.ts";

export type CappedMarksDeps = {
  readonly holds: Holds;
  readonly unitOfWork: UnitOfWork;
  readonly log: Log;
};

/**
 * Marks as many messages to each person as the cap allows. The people stay locked until the commit. Messages over the
 * cap are not counted, and are held after the commit, so that this transaction never waits for other chunks; the same
 * applies to what the inner queue does not mark.
 */
export function cappedMarks({ holds, unitOfWork, log }: CappedMarksDeps) {
  return async function markUnderCap(
    portions: readonly Portion[],
    { cap, ruledAt }: { readonly cap: FrequencyCapSettings; readonly ruledAt: number },
    mark: MarkPortions,
  ): Promise<readonly Marked[]> {
    const after: (() => Promise<void>)[] = [];
    const { rows, over } = await unitOfWork.transaction(async () => {
      const wanted = portions.flatMap(({ keys }) => keys.map(ofPerson));
      const { now, before } = await holds.addContacts(wanted);
      const lists = new Map(before);
      const tooMany: Hold[] = [];
      const allowed = onlyKeys(portions, (chunk, key) => {
        const verdict = underCap(cap, lists.get(personOf(key))!, key.messageId, now);
        if (verdict.allowed) lists.set(personOf(key), verdict.contacts);
        else tooMany.push({ chunk, key, until: verdict.opens });
        return verdict.allowed;
      });
      const marked = await mark(allowed, (work) => after.push(work));
      const real = contactsAfter(marked, before, lists);
      await holds.correctContacts(differing(real, added(wanted, before, now)));
      // Others could not be marked, so the cap has capacity left: this one stays queued and is judged again.
      const stillOver = tooMany.filter(
        ({ key }) => !underCap(cap, real.get(personOf(key))!, key.messageId, now).allowed,
      );
      return { rows: marked, over: stillOver };
    });
    // Marked deliveries must be sent in any case; the others are still queued, and judged again.
    const held = cap.whenOver === "skip" ? holds.skip(over) : holds.hold(over, "frequency_cap", ruledAt);
    await held.catch(logFailure(log, "deliveries over the frequency cap could not be held"));
    for (const work of after) await work();
    return rows;
  };
}

type Lists = ReadonlyMap<Phone, readonly RecentMessage[]>;

/** Both numbers of a phone are one person. */
const personOf = ({ phone }: Pick<DeliveryKey, "phone">): Phone => countedAs(phone);
const ofPerson = (key: DeliveryKey): DeliveryKey => ({ messageId: key.messageId, phone: personOf(key) });

/** Each list as `addContacts` left it. */
function added(wanted: readonly DeliveryKey[], before: Lists, now: number): Lists {
  const lists = new Map([...before].map(([phone, list]) => [phone, [...list]]));
  for (const { phone, messageId } of wanted) lists.get(phone)!.push([messageId, now]);
  return lists;
}

/**
 * The lists with what was marked and nothing else: a chunk may have been lost meanwhile, and who was erased must not
 * leave a number behind.
 *
 * @param judged the lists as if all that the cap allows had been marked
 */
function contactsAfter(marked: readonly Marked[], before: Lists, judged: Lists): Lists {
  const left = new Set(marked.map((row) => keyText(ofPerson(row))));
  const people = new Set(marked.map(personOf));
  return new Map(
    [...before].map(([phone, list]) => {
      if (!people.has(phone)) return [phone, list];
      const old = new Set(list.map(([id]) => id));
      return [phone, judged.get(phone)!.filter(([id]) => old.has(id) || left.has(keyText({ messageId: id, phone })))];
    }),
  );
}

/** The lists that are not as they are stored. */
function differing(lists: Lists, stored: Lists): Lists {
  return new Map([...lists].filter(([phone, list]) => !isEqual(list, stored.get(phone)!)));
}

function isEqual(one: readonly RecentMessage[], other: readonly RecentMessage[]): boolean {
  return one.length === other.length && one.every(([id, at], nth) => id === other[nth]![0] && at === other[nth]![1]);
}
