import type { CreditStore } from "#domain/credit/credit-store";
import type { Hold, Holds } from "#domain/deliveries/holds";
import { keyText, type Chunk, type DeliveryKey, type Marked, type Portion, type Queue } from "#domain/deliveries/queue";
import { categoryOfPriority } from "#domain/messages/message";
import { exceededCap, costOf } from "#domain/spending/budget";
import { periodsAt } from "#domain/spending/periods";
import { isCreditLow, type SpendRules } from "#domain/spending/spend-rules";
import type { SpendingSettings } from "#domain/spending/spending-settings";
import type { CountedRepeat, SpendingStore } from "#domain/spending/spending-store";
import type { UnitOfWork } from "#domain/unit-of-work";
import { errorWords } from "#lib/error-words";
import type { Log } from "#lib/log";
import { minute, type Clock } from "#lib/time";

import { isAnswer, isOtp, onlyKeys } from "./exempt.ts";

export type SpendingDeps = {
  readonly rules: () => Promise<SpendRules>;
  readonly spending: SpendingStore;
  readonly credit: Pick<CreditStore, "last">;
  readonly holds: Pick<Holds, "hold">;
  readonly unitOfWork: UnitOfWork;
  /** Database time. */
  readonly clock: Clock;
  /** Days and months are the site's. */
  readonly timeZone: string;
  readonly log: Log;
};

/** Until credit that is low is judged again; it is released earlier when the credit is read and has risen. */
const LOW_CREDIT_MS = 15 * minute;

/**
 * A queue whose marks respect the spend cap and the low credit of a gateway: what may not leave is held. While neither
 * is set, its claims and marks are those of the queue within.
 *
 * The outline is that of `holdingQueue`, which marks through this one, but they share only `exempt.ts`: a mark may run
 * in that queue's transaction, so what is held here waits for its commit, and an error has to roll it back.
 */
export function spendingQueue<Held extends Queue>(queue: Held, deps: SpendingDeps): Held {
  const { rules, spending, credit, holds, unitOfWork, clock, timeZone, log } = deps;

  const logged =
    (event: string) =>
    (error: unknown): void =>
      log("warn", event, { error: errorWords(error) });

  /** Without the portions for which the gateway's credit is too low: those are to be held. */
  async function withinCredit(portions: readonly Portion[], gateway: string, now: SpendRules) {
    const open: Portion[] = [];
    const low: Hold[] = [];
    for (const portion of portions) {
      const category = categoryOfPriority(portion.chunk.priority);
      if (!(await isCreditLow(now, credit, gateway, category, clock.now()))) open.push(portion);
      else {
        const until = clock.now() + LOW_CREDIT_MS;
        open.push(...onlyKeys([portion], isAnswer));
        const [rest] = onlyKeys([portion], (chunk, key) => !isAnswer(chunk, key));
        low.push(...(rest?.keys ?? []).map((key): Hold => ({ chunk: portion.chunk, key, until })));
      }
    }
    return { open, low };
  }

  /**
   * What each costs that was not counted before, or less: another gateway may have tried it, at a lower price. What was
   * counted is derived from the last gateway, so it is remembered before a cheaper one follows.
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

  /** What a mark costs, remembering what must not be counted again: a sum of millionths, and how many are counted. */
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
  function markAndCount(portions: readonly Portion[], gateway: string, now: SpendRules, mark: Mark) {
    return unitOfWork.transaction(async () => {
      const costs = await costsOf(portions, gateway, now);
      const marked = await mark(portions);
      const { sum, messages } = await paidOf(marked, costs);
      if (sum + messages > 0 && !(await spending.addPromptly(periodsAt(clock.now(), timeZone), sum, messages)))
        log("warn", "the spending of messages that no cap holds could not be counted", { messages });
      return marked;
    });
  }

  /**
   * Marks what the cap allows, and counts it in the same transaction. The periods' rows stay locked until that is
   * committed, so that two nodes never spend the same money; what is too much is to be held afterwards.
   */
  async function markWithinBudget(
    portions: readonly Portion[],
    gateway: string,
    now: SpendRules & { readonly cap: SpendingSettings },
    mark: Mark,
  ) {
    const { cap } = now;
    const over: (Omit<Hold, "until"> & { readonly cost: number })[] = [];
    return unitOfWork.transaction(async () => {
      const periods = periodsAt(clock.now(), timeZone);
      const before = await spending.lock(periods);
      const spent = { ...before };
      const costs = await costsOf(portions, gateway, now);
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
        // Others could not be marked, and there is money left: this one stays queued and is judged again.
        if (exceeded === null) continue;
        toHold.push({ ...one, until: exceeded.until });
        reached.add(exceeded.period);
      }
      return { marked, over: toHold, reached };
    });
  }

  async function holdOver(over: readonly Hold[], reached: ReadonlySet<string>, ruledAt: number): Promise<void> {
    await holds.hold(over, "spending", ruledAt);
    for (const period of reached) {
      if (await spending.reached(period)) log("warn", "the spend cap is reached: deliveries are held", { period });
    }
  }

  return {
    ...queue,
    async claim(request) {
      if (!request.mark) return queue.claim(request);
      // What cannot be judged now is claimed without a mark.
      const now = await rules().catch(() => null);
      const free =
        now === null ? request.priorities.every(isOtp) : now.cap === null && now.lowCredit.stopBelow === null;
      if (free) return queue.claim(request);
      const { mark: _mark, ...unmarked } = request;
      return queue.claim(unmarked);
    },
    async mark(portions, gateway, leaseMs, later) {
      const mark: Mark = async (some) => (some.length === 0 ? [] : queue.mark(some, gateway, leaseMs));
      const ruledAt = clock.now();
      let now: SpendRules;
      try {
        now = await rules();
      } catch (error) {
        const urgent = onlyKeys(portions, ({ priority }) => isOtp(priority));
        if (urgent.length === 0 || later) throw error;
        logged("spend cap and low credit could not be read: only one-time passwords leave")(error);
        return mark(urgent);
      }
      const toHold: (() => Promise<void>)[] = [];
      const within = async (open: readonly Portion[]): Promise<readonly Marked[]> => {
        if (now.cap === null) return mark(open);
        const { cap } = now;
        const capped = { ...now, cap };
        const isHeld = (chunk: Chunk, key: DeliveryKey): boolean =>
          cap.categories.includes(categoryOfPriority(chunk.priority)) && !isAnswer(chunk, key);
        const free = onlyKeys(open, (chunk, key) => !isHeld(chunk, key));
        const first = free.length === 0 ? [] : await markAndCount(free, gateway, now, mark);
        const bound = onlyKeys(open, isHeld);
        if (bound.length === 0) return first;
        try {
          const { marked, over, reached } = await markWithinBudget(bound, gateway, capped, mark);
          if (over.length > 0) toHold.push(() => holdOver(over, reached, ruledAt));
          return [...first, ...marked];
        } catch (error) {
          // What is marked already must be sent, unless that is rolled back as well.
          if (first.length === 0 || later) throw error;
          logged("deliveries within the spend cap could not be marked")(error);
          return first;
        }
      };
      let open = portions;
      if (now.lowCredit.stopBelow !== null) {
        const credited = await withinCredit(portions, gateway, now);
        open = credited.open;
        if (credited.low.length > 0) toHold.push(() => holds.hold(credited.low, "low_credit", ruledAt));
      }
      const marked = await within(open);
      for (const hold of toHold) {
        // What is marked must be sent, whatever becomes of the others: those are still queued, and judged again.
        const work = (): Promise<void> => hold().catch(logged("deliveries could not be held for money"));
        if (later) later(work);
        else await work();
      }
      return marked;
    },
  };
}

/** Millionths; `isFirst`: the message itself is counted, too. */
type Cost = { readonly cost: number; readonly isFirst: boolean };
type Costs = { readonly costs: ReadonlyMap<string, Cost>; readonly most: ReadonlyMap<string, CountedRepeat> };
type Mark = (portions: readonly Portion[]) => Promise<readonly Marked[]>;
