import type { HoldRules } from "#domain/deliveries/hold-rules";
import type { Hold } from "#domain/deliveries/holds";
import { keyText, type Chunk, type DeliveryKey, type Portion, type Queue } from "#domain/deliveries/queue";
import type { FrequencyCapSettings } from "#domain/frequency-cap/frequency-cap-settings";
import { categoryOfPriority } from "#domain/messages/message";
import { logFailure } from "#lib/log-failure";
import type { Clock } from "#lib/time";

import { cappedMarks, type CappedMarksDeps } from "./capped-marks.ts";
import { isAnswer, isOtp } from "./exempt-deliveries.ts";
import { onlyKeys, type MarkPortions } from "./portions.ts";

export type HoldingDeps = CappedMarksDeps & {
  readonly readRules: () => Promise<HoldRules>;
  /**
   * Reads the rules of the inner queue. Called before a transaction, in which they would be read for each mark. If it
   * fails, the inner queue reads them itself, and decides what follows.
   */
  readonly readAhead: () => Promise<unknown>;
  /** Database time. */
  readonly clock: Clock;
};

/**
 * A queue whose marks respect quiet hours and the frequency cap: what may not leave is held instead of marked. For a
 * category without either, claims and marks are those of the inner queue. A reply to what a person has just sent leaves
 * at any hour and is not counted by the cap.
 */
export function holdingQueue<Held extends Queue>(queue: Held, deps: HoldingDeps): Held {
  const { readRules, readAhead, holds, clock, log } = deps;
  const markUnderCap = cappedMarks(deps);

  /** The part of the portions that may leave at this hour; the rest is held. */
  async function withinHours(portions: readonly Portion[], rules: HoldRules, ruledAt: number) {
    const bound = portions.filter(({ chunk }) => rules.hours(categoryOfPriority(chunk.priority)) !== null);
    const closes = new Map<string, number>();
    if (bound.length === 0) return { open: portions, closes };
    // The time is read in the same statement: after the machine was suspended, this node's estimate of the database's
    // clock is stale.
    const { now: at, of: zones } = await holds.zonesOf(bound.flatMap(({ keys }) => keys.map(({ phone }) => phone)));
    const closed: Hold[] = [];
    const open = portions.map((portion): Portion => {
      const category = categoryOfPriority(portion.chunk.priority);
      const hours = rules.hours(category);
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

  return {
    ...queue,
    async claim(request) {
      if (!request.mark || request.priorities.every(isOtp)) return queue.claim(request);
      // What cannot be judged now is claimed without a mark.
      const rules = await readRules().catch(() => null);
      const free =
        rules && request.priorities.map(categoryOfPriority).every((each) => !rules.hours(each) && !rules.cap(each));
      if (free) return queue.claim(request);
      const { mark: _mark, ...unmarked } = request;
      return queue.claim(unmarked);
    },
    async mark(portions, gateway, leaseMs) {
      // One-time passwords do not wait for the settings either.
      if (portions.every(({ chunk }) => isOtp(chunk.priority))) return queue.mark(portions, gateway, leaseMs);
      const ruledAt = clock.now();
      let rules: HoldRules;
      try {
        rules = await readRules();
      } catch (error) {
        const urgent = onlyKeys(portions, ({ priority }) => isOtp(priority));
        if (urgent.length === 0) throw error;
        logFailure(log, "quiet hours and frequency cap could not be read: only one-time passwords leave")(error);
        return queue.mark(urgent, gateway, leaseMs);
      }
      const { open, closes } = await withinHours(portions, rules, ruledAt);
      const mark: MarkPortions = async (some, later) =>
        some.length === 0 ? [] : queue.mark(some, gateway, leaseMs, later);
      const capOf = ({ priority }: Chunk): FrequencyCapSettings | null => rules.cap(categoryOfPriority(priority));
      const isFree = (chunk: Chunk, key: DeliveryKey): boolean => capOf(chunk) === null || isAnswer(chunk, key);
      const capped = onlyKeys(open, (chunk, key) => !isFree(chunk, key));
      const marked = await mark(onlyKeys(open, isFree));
      if (capped.length > 0) await readAhead().catch(() => undefined);
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
