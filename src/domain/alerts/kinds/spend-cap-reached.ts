import { minute, type Clock } from "#lib/time";

import { exceededCap, leastCost, mostCost } from "../../spending/budget.ts";
import { periodsAt } from "../../spending/periods.ts";
import type { SpendRules } from "../../spending/spend-rules.ts";
import type { SpendingStore } from "../../spending/spending-store.ts";
import { instant, safeName, type AlertRule, type AlertText } from "../rule.ts";

/** The cap of the day or the month holds messages back, or has no room for another one. */
export function spendCapReached(ports: {
  readonly spendRules: () => Promise<SpendRules>;
  readonly spending: Pick<SpendingStore, "read" | "isHolding">;
  readonly timeZone: () => string;
  readonly clock: Clock;
}): AlertRule {
  return {
    kind: "spend_cap_reached",
    settleMs: minute,
    async check() {
      const { cap, prices } = await ports.spendRules();
      if (cap === null) return [];
      const periods = periodsAt(ports.clock.now(), ports.timeZone());
      const { day, month } = await ports.spending.read(periods);
      const over = (cost: number) => exceededCap(cap, { day: day.spent, month: month.spent }, cost, periods);
      const exceeded =
        over(leastCost(prices, null, null, 1) || 1) ??
        // Cheap messages may still fit under the cap while others are held.
        ((await ports.spending.isHolding()) ? over(mostCost(prices)) : null);
      if (exceeded === null) return [];
      return [{ subject: exceeded.period, level: 1, delayMs: 0, data: { until: exceeded.until } }];
    },
  };
}

export const spendCapReachedText: AlertText = ({ subject, data }) => ({
  title: `The spend cap of ${safeName(subject, 12)} is reached`,
  meaning: `Messages of the categories in the settings are held until ${instant(data["until"])}.`,
  step: "Raise the cap if they must be sent sooner, or find out who sends so much.",
  screen: "/safety?part=spending",
});
