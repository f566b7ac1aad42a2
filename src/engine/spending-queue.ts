import type { CreditStore } from "#domain/credit/credit-store";
import type { Hold, Holds } from "#domain/deliveries/holds";
import type { Chunk, DeliveryKey, Marked, Portion, Queue } from "#domain/deliveries/queue";
import { categoryOfPriority } from "#domain/messages/message";
import { isCreditLow, type SpendRules } from "#domain/spending/spend-rules";
import { logFailure } from "#lib/log-failure";
import { minute } from "#lib/time";

import { countedMarks, type CountingDeps } from "./counted-marks.ts";
import { isAnswer, isOtp } from "./exempt-deliveries.ts";
import { onlyKeys, type MarkPortions } from "./portions.ts";

export type SpendingDeps = CountingDeps & {
  readonly readRules: () => Promise<SpendRules>;
  readonly credit: Pick<CreditStore, "last">;
  readonly holds: Pick<Holds, "hold">;
};

/** When low credit is judged again; earlier, as soon as a reading shows that the credit has risen. */
const LOW_CREDIT_MS = 15 * minute;

/**
 * A queue whose marks respect the spend cap and the low credit of a gateway: what may not leave is held. While neither
 * is set, claims and marks are those of the inner queue.
 *
 * It has the structure of `holdingQueue`, which marks through this one, but they share only `exempt-deliveries.ts` and
 * `portions.ts`: a mark may run in that queue's transaction, so holding waits for its commit, and an error has to roll
 * it back.
 */
export function spendingQueue<Held extends Queue>(queue: Held, deps: SpendingDeps): Held {
  const { readRules, spending, credit, holds, clock, log } = deps;
  const { markAndCount, markWithinBudget } = countedMarks(deps);

  /** Without the portions for which the gateway's credit is too low: those are to be held. */
  async function withinCredit(portions: readonly Portion[], gateway: string, rules: SpendRules) {
    const open: Portion[] = [];
    const low: Hold[] = [];
    for (const portion of portions) {
      const category = categoryOfPriority(portion.chunk.priority);
      if (!(await isCreditLow(rules, credit, gateway, category, clock.now()))) open.push(portion);
      else {
        const until = clock.now() + LOW_CREDIT_MS;
        open.push(...onlyKeys([portion], isAnswer));
        const [rest] = onlyKeys([portion], (chunk, key) => !isAnswer(chunk, key));
        low.push(...(rest?.keys ?? []).map((key): Hold => ({ chunk: portion.chunk, key, until })));
      }
    }
    return { open, low };
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
      const rules = await readRules().catch(() => null);
      const free =
        rules === null ? request.priorities.every(isOtp) : rules.cap === null && rules.lowCredit.stopBelow === null;
      if (free) return queue.claim(request);
      const { mark: _mark, ...unmarked } = request;
      return queue.claim(unmarked);
    },
    async mark(portions, gateway, leaseMs, later) {
      const mark: MarkPortions = async (some) => (some.length === 0 ? [] : queue.mark(some, gateway, leaseMs));
      const ruledAt = clock.now();
      let rules: SpendRules;
      try {
        rules = await readRules();
      } catch (error) {
        const urgent = onlyKeys(portions, ({ priority }) => isOtp(priority));
        if (urgent.length === 0 || later) throw error;
        logFailure(log, "spend cap and low credit could not be read: only one-time passwords leave")(error);
        return mark(urgent);
      }
      const toHold: (() => Promise<void>)[] = [];
      const within = async (open: readonly Portion[]): Promise<readonly Marked[]> => {
        if (rules.cap === null) return mark(open);
        const { cap } = rules;
        const isHeld = (chunk: Chunk, key: DeliveryKey): boolean =>
          cap.categories.includes(categoryOfPriority(chunk.priority)) && !isAnswer(chunk, key);
        const free = onlyKeys(open, (chunk, key) => !isHeld(chunk, key));
        const first = free.length === 0 ? [] : await markAndCount(free, gateway, rules, mark);
        const bound = onlyKeys(open, isHeld);
        if (bound.length === 0) return first;
        try {
          const { marked, over, reached } = await markWithinBudget(bound, gateway, { ...rules, cap }, mark);
          if (over.length > 0) toHold.push(() => holdOver(over, reached, ruledAt));
          return [...first, ...marked];
        } catch (error) {
          // Deliveries that are marked already must be sent, unless the mark is rolled back as well.
          if (first.length === 0 || later) throw error;
          logFailure(log, "deliveries within the spend cap could not be marked")(error);
          return first;
        }
      };
      let open = portions;
      if (rules.lowCredit.stopBelow !== null) {
        const credited = await withinCredit(portions, gateway, rules);
        open = credited.open;
        if (credited.low.length > 0) toHold.push(() => holds.hold(credited.low, "low_credit", ruledAt));
      }
      const marked = await within(open);
      for (const hold of toHold) {
        // Marked deliveries must be sent in any case; the others are still queued, and judged again.
        const work = (): Promise<void> => hold().catch(logFailure(log, "deliveries could not be held for money"));
        if (later) later(work);
        else await work();
      }
      return marked;
    },
  };
}
