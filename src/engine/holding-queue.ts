import type { HoldRules } from "#domain/deliveries/hold-rules";
import type { RecentMessage, Hold, Holds } from "#domain/deliveries/holds";
import { keyText, type Chunk, type DeliveryKey, type Marked, type Portion, type Queue } from "#domain/deliveries/queue";
import { underCap } from "#domain/frequency-cap/frequency-cap";
import type { FrequencyCapSettings } from "#domain/frequency-cap/frequency-cap-settings";
import { categoryOfPriority } from "#domain/messages/message";
import { countedAs } from "#domain/recipients/other-spelling";
import type { Phone } from "#domain/recipients/phone";
import type { UnitOfWork } from "#domain/unit-of-work";
import { logFailure } from "#lib/log-failure";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";

import { isAnswer, isOtp, onlyKeys } from "./exempt-deliveries.ts";

export type HoldingDeps = {
  readonly rules: () => Promise<HoldRules>;
  readonly holds: Holds;
  readonly unitOfWork: UnitOfWork;
  /** Database time. */
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * A queue whose marks respect quiet hours and the frequency cap: what may not leave is held instead of marked. For a
 * category without either, claims and marks are those of the inner queue. A reply to what a person has just sent leaves
 * at any hour and is not counted by the cap.
 */
export function holdingQueue<Held extends Queue>(
  queue: Held,
  { rules, holds, unitOfWork, clock, log }: HoldingDeps,
): Held {
  /** The part of the portions that may leave at this hour; the rest is held. */
  async function withinHours(portions: readonly Portion[], now: HoldRules, ruledAt: number) {
    const bound = portions.filter(({ chunk }) => now.hours(categoryOfPriority(chunk.priority)) !== null);
    const closes = new Map<string, number>();
    if (bound.length === 0) return { open: portions, closes };
    // The time is read in the same statement: after the machine was suspended, this node's estimate of the database's
    // clock is stale.
    const { now: at, of: zones } = await holds.zonesOf(bound.flatMap(({ keys }) => keys.map(({ phone }) => phone)));
    const closed: Hold[] = [];
    const open = portions.map((portion): Portion => {
      const category = categoryOfPriority(portion.chunk.priority);
      const hours = now.hours(category);
      if (hours === null) return portion;
      const keys = portion.keys.filter((key) => {
        if (isAnswer(portion.chunk, key)) return true;
        const permission = hours(key.phone, zones.get(key.phone) ?? null, category, at);
        if (permission.allowed) closes.set(keyText(key), permission.closes);
        else closed.push({ chunk: portion.chunk, key, until: permission.opens });
        return permission.allowed;
      });
      return { ...portion, keys };
    });
    if (closed.length > 0) await holds.hold(closed, "quiet_hours", ruledAt);
    return { open: open.filter(({ keys }) => keys.length > 0), closes };
  }

  /**
   * Marks as many messages to each person as the cap allows. The people stay locked until the commit. Messages over the
   * cap are not counted, and are held after the commit, so that this transaction never waits for other chunks; the same
   * applies to what the inner queue does not mark.
   */
  async function markUnderCap(
    portions: readonly Portion[],
    { cap, ruledAt }: { readonly cap: FrequencyCapSettings; readonly ruledAt: number },
    mark: Mark,
  ) {
    const after: (() => Promise<void>)[] = [];
    const { rows: marked, over } = await unitOfWork.transaction(async () => {
      const { now, of } = await holds.contacts(portions.flatMap(({ keys }) => keys.map(personOf)));
      const lists = new Map(of);
      const tooMany: Hold[] = [];
      const free = portions.map((portion): Portion => {
        const keys = portion.keys.filter((key) => {
          const verdict = underCap(cap, lists.get(personOf(key))!, key.messageId, now);
          if (verdict.allowed) lists.set(personOf(key), verdict.contacts);
          else tooMany.push({ chunk: portion.chunk, key, until: verdict.opens });
          return verdict.allowed;
        });
        return { ...portion, keys };
      });
      const rows = await mark(
        free.filter(({ keys }) => keys.length > 0),
        (work) => after.push(work),
      );
      const real = contactsAfter(rows, of, lists);
      await holds.noteContacts(real);
      // Nothing was marked: they may have been erased, and a list would keep their number.
      await holds.dropEmptyContacts(
        [...of].flatMap(([phone, list]) => (list.length > 0 || real.has(phone) ? [] : phone)),
      );
      // Others could not be marked, so the cap has capacity left: this one stays queued and is judged again.
      const over = tooMany.filter(
        ({ key }) => !underCap(cap, real.get(personOf(key)) ?? of.get(personOf(key))!, key.messageId, now).allowed,
      );
      return { rows, over };
    });
    // Marked deliveries must be sent in any case; the others are still queued, and judged again.
    const held = cap.whenOver === "skip" ? holds.skip(over) : holds.hold(over, "frequency_cap", ruledAt);
    await held.catch(logFailure(log, "deliveries over the frequency cap could not be held"));
    for (const work of after) await work();
    return marked;
  }

  return {
    ...queue,
    async claim(request) {
      if (!request.mark || request.priorities.every(isOtp)) return queue.claim(request);
      // What cannot be judged now is claimed without a mark.
      const now = await rules().catch(() => null);
      const free =
        now && request.priorities.map(categoryOfPriority).every((each) => !now.hours(each) && !now.cap(each));
      if (free) return queue.claim(request);
      const { mark: _mark, ...unmarked } = request;
      return queue.claim(unmarked);
    },
    async mark(portions, gateway, leaseMs) {
      // One-time passwords do not wait for the settings either.
      if (portions.every(({ chunk }) => isOtp(chunk.priority))) return queue.mark(portions, gateway, leaseMs);
      const ruledAt = clock.now();
      let now: HoldRules;
      try {
        now = await rules();
      } catch (error) {
        const urgent = onlyKeys(portions, ({ priority }) => isOtp(priority));
        if (urgent.length === 0) throw error;
        logFailure(log, "quiet hours and frequency cap could not be read: only one-time passwords leave")(error);
        return queue.mark(urgent, gateway, leaseMs);
      }
      const { open, closes } = await withinHours(portions, now, ruledAt);
      const mark: Mark = async (some, later) => (some.length === 0 ? [] : queue.mark(some, gateway, leaseMs, later));
      const capOf = ({ priority }: Chunk): FrequencyCapSettings | null => now.cap(categoryOfPriority(priority));
      const isFree = (chunk: Chunk, key: DeliveryKey): boolean => capOf(chunk) === null || isAnswer(chunk, key);
      const capped = onlyKeys(open, (chunk, key) => !isFree(chunk, key));
      const marked = await mark(onlyKeys(open, isFree));
      const others =
        capped.length === 0
          ? []
          : await markUnderCap(capped, { cap: capOf(capped[0]!.chunk)!, ruledAt }, mark).catch((error: unknown) => {
              // Deliveries that are marked already must be sent.
              if (marked.length === 0) throw error;
              logFailure(log, "deliveries under the frequency cap could not be marked")(error);
              return [];
            });
      const all = others.length === 0 ? marked : [...marked, ...others];
      if (closes.size === 0) return all;
      return all.map((row) => ({ ...row, ...(closes.has(keyText(row)) && { closes: closes.get(keyText(row))! }) }));
    },
  };
}

/** Both numbers of a phone are one person. */
const personOf = ({ phone }: Pick<DeliveryKey, "phone">): Phone => countedAs(phone);

type Mark = (portions: readonly Portion[], later?: Parameters<Queue["mark"]>[3]) => Promise<readonly Marked[]>;

/**
 * The people for whom something was marked. The others are left out: their chunk may have been lost in the meantime.
 */
function contactsAfter(
  marked: readonly Marked[],
  before: ReadonlyMap<Phone, readonly RecentMessage[]>,
  after: ReadonlyMap<Phone, readonly RecentMessage[]>,
): ReadonlyMap<Phone, readonly RecentMessage[]> {
  const left = new Set(marked.map((row) => keyText({ messageId: row.messageId, phone: personOf(row) })));
  return new Map(
    [...new Set(marked.map(personOf))].map((phone) => {
      const old = new Set(before.get(phone)!.map(([id]) => id));
      return [phone, after.get(phone)!.filter(([id]) => old.has(id) || left.has(keyText({ messageId: id, phone })))];
    }),
  );
}
