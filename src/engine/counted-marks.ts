import type { Hold } from "#domain/deliveries/holds";
import { keyText, type Marked, type Portion } from "#domain/deliveries/queue";
import { exceededCap, costOf } from "#domain/spending/budget";
import { periodsAt } from "#domain/spending/periods";
import type { SpendRules } from "#domain/spending/spend-rules";
import type { SpendingSettings } from "#domain/spending/spending-settings";
import type { CountedRepeat, SpendingStore } from "#domain/spending/spending-store";
import type { UnitOfWork } from "#domain/unit-of-work";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";

import { onlyKeys, type MarkPortions } from "./portions.ts";

export type CountingDeps = {
  readonly spending: SpendingStore;
  readonly unitOfWork: UnitOfWork;
  /** Database time. */
  readonly clock: Clock;
  /** Days and months are the site's. */
  readonly timeZone: string;
  readonly log: Log;
};

/** Millionths; `isFirst`: the message itself is counted, too. */
type Cost = { readonly cost: number; readonly isFirst: boolean };
type Costs = { readonly costs: ReadonlyMap<string, Cost>; readonly most: ReadonlyMap<string, CountedRepeat> };

/** Marks that add their cost to the spending of the day and the month, in the same transaction. */
export function countedMarks({ spending, unitOfWork, clock, timeZone, log }: CountingDeps) {
  /**
   * The cost of each delivery that was not counted yet, or counted at less: another gateway may have tried it at a
   * lower price. What was counted is derived from the last gateway, so it is remembered before a cheaper one follows.
   */
  async function costsOf(portions: readonly Portion[], gateway: string, { prices }: SpendRules) {
    const costs = new Map<string, Cost>();
    const most = new Map<string, CountedRepeat>();
    for (const one of await spending.pricedOf(portions.flatMap(({ keys }) => keys))) {
      const isFirst = one.countedFor === null;
      const before = isFirst ? 0 : costOf(prices, one.countedFor, one.phone, one.segments);
      const counted = Math.max(before, one.countedMost ?? 0);
      const cost = costOf(prices, gateway, one.phone, one.segments) - counted;
      if (isFirst || cost > 0) costs.set(keyText(one), { cost, isFirst });
      if (cost < 0 && counted > (one.countedMost ?? 0)) most.set(keyText(one), { id: one.id, counted });
    }
    return { costs, most };
  }

  /**
   * The cost of a mark, a sum of millionths, and how many deliveries are counted. Remembers what must not be counted
   * again.
   */
  async function paidOf(marked: readonly Marked[], { costs, most }: Costs) {
    const repeats = marked.flatMap((row) => most.get(keyText(row)) ?? []);
    if (repeats.length > 0) await spending.remember(repeats);
    const paid = marked.flatMap((row) => costs.get(keyText(row)) ?? []);
    return {
      sum: paid.reduce((total, { cost }) => total + cost, 0),
      messages: paid.filter(({ isFirst }) => isFirst).length,
    };
  }

  /**
   * For messages that no cap can hold: marks first and counts last, so that the periods' rows are locked only for the
   * commit. If another node holds these rows for too long, the message is sent uncounted rather than late.
   */
  function markAndCount(portions: readonly Portion[], gateway: string, rules: SpendRules, mark: MarkPortions) {
    return unitOfWork.transaction(async () => {
      const costs = await costsOf(portions, gateway, rules);
      const marked = await mark(portions);
      const { sum, messages } = await paidOf(marked, costs);
      if (sum + messages > 0 && !(await spending.addPromptly(periodsAt(clock.now(), timeZone), sum, messages)))
        log("warn", "the spending of messages that no cap holds could not be counted", { messages });
      return marked;
    });
  }

  /**
   * Marks what the cap allows, and counts it in the same transaction. The periods' rows stay locked until the commit,
   * so that two nodes never spend the same money; the caller holds what exceeds the cap.
   */
  async function markWithinBudget(
    portions: readonly Portion[],
    gateway: string,
    rules: SpendRules & { readonly cap: SpendingSettings },
    mark: MarkPortions,
  ) {
    const { cap } = rules;
    const over: (Omit<Hold, "until"> & { readonly cost: number })[] = [];
    return unitOfWork.transaction(async () => {
      const periods = periodsAt(clock.now(), timeZone);
      const before = await spending.lock(periods);
      const spent = { ...before };
      const costs = await costsOf(portions, gateway, rules);
      const affordable = onlyKeys(portions, (chunk, key) => {
        // Already counted, or erased in the meantime, in which case the mark finds nothing either.
        const cost = costs.costs.get(keyText(key))?.cost;
        if (cost === undefined) return true;
        if (exceededCap(cap, spent, cost, periods) !== null) {
          over.push({ chunk, key, cost });
          return false;
        }
        spent.day += cost;
        spent.month += cost;
        return true;
      });
      const marked = await mark(affordable);
      const { sum, messages } = await paidOf(marked, costs);
      if (sum + messages > 0) await spending.add(periods, sum, messages);
      const real = { day: before.day + sum, month: before.month + sum };
      const toHold: Hold[] = [];
      const reached = new Set<string>();
      for (const { cost, ...one } of over) {
        const exceeded = exceededCap(cap, real, cost, periods);
        // Others could not be marked, so there is money left: this one stays queued and is judged again.
        if (exceeded === null) continue;
        toHold.push({ ...one, until: exceeded.until });
        reached.add(exceeded.period);
      }
      return { marked, over: toHold, reached };
    });
  }

  return { markAndCount, markWithinBudget };
}
