import { minute, type Clock } from "#lib/time";

import { exceededCap } from "../../spending/budget.ts";
import { periodsAt } from "../../spending/periods.ts";
import type { SpendRules } from "../../spending/spend-rules.ts";
import type { SpendingStore } from "../../spending/spending-store.ts";
import { instant, safeName, type AlertRule, type AlertText } from "../rule.ts";

/** The cap of the day or the month holds messages back, or has no room for another one. */
export function spendCapReached(ports: {
  readonly spendRules: () => Promise<SpendRules>;
  readonly spending: Pick<SpendingStore, "read">;
  readonly timeZone: () => string;
  readonly clock: Clock;
}): AlertRule {
  return {
    kind: "spend_cap_reached",
    settleMs: minute,
    async check() {
      const { cap } = await ports.spendRules();
      if (cap === null) return [];
      const periods = periodsAt(ports.clock.now(), ports.timeZone());
      const { day, month } = await ports.spending.read(periods);
      // The smallest sum there is: a cap that is exactly used up is exceeded by it.
      const exceeded = exceededCap(cap, { day: day.spent, month: month.spent }, 1, periods);
      if (exceeded === null) return [];
      return [{ subject: exceeded.period, level: 1, delayMs: 0, data: { until: exceeded.until } }];
    },
  };
}

export const spendCapReachedText: AlertText = ({ subject, data }) => ({
  title: `The spend cap of ${safeName(subject, 12)} is reached`,
  meaning: `Messages of the categories in the settings are held until ${instant(data["until"])}.`,
  step: "Raise the cap if they must leave sooner, or find out who sends so much.",
  screen: "/safety?part=spending",
});
