import { hour, minute, type Clock } from "#lib/time";

import { balanceOf } from "../../credit/balance.ts";
import { daysLeft } from "../../credit/days-left.ts";
import type { CreditStatus } from "../../stats/status-store.ts";
import type { SpendRules } from "../../spending/spend-rules.ts";
import type { Condition, Unjudged } from "../alert.ts";
import { safeName, type AlertRule, type AlertText } from "../rule.ts";

/** A balance that was read longer ago neither opens an alert nor ends one. */
const KNOWN_MS = 6 * hour;
const LASTS = 1;
/** Sending stops. */
export const STOPS = 2;

/** The credit at a gateway ends within days, or is below the limit at which sending stops. */
export function creditLow(ports: {
  readonly credits: () => Promise<readonly CreditStatus[]>;
  /** Names of the gateways in use. */
  readonly gateways: () => readonly string[];
  readonly spendRules: () => Promise<SpendRules>;
  readonly days: () => Promise<number>;
  readonly clock: Clock;
}): AlertRule {
  return {
    kind: "credit_low",
    settleMs: 2 * minute,
    async check() {
      const { lowCredit } = await ports.spendRules();
      const limitDays = await ports.days();
      if (lowCredit.stopBelow === null && limitDays === 0) return [];
      const used = new Set(ports.gateways());
      const now = ports.clock.now();
      return (await ports.credits())
        .filter(({ gateway }) => used.has(gateway))
        .flatMap<Condition | Unjudged>((credit) => {
          const balance = balanceOf(credit);
          if (balance === null || now - credit.checkedAt >= KNOWN_MS) {
            return [{ subject: credit.gateway, unjudged: true }];
          }
          const left = daysLeft(credit);
          const stops = lowCredit.stopBelow !== null && balance < Number(lowCredit.stopBelow);
          if (!stops && !(limitDays > 0 && left !== null && left <= limitDays)) return [];
          const { gateway: subject, amount, unit } = credit;
          return [
            {
              subject,
              level: stops ? STOPS : LASTS,
              delayMs: 0,
              data: { amount, unit, days: left, stopBelow: stops ? lowCredit.stopBelow : null },
            },
          ];
        });
    },
  };
}

export const creditLowText: AlertText = ({ subject, level, data }) => {
  const credit = safeName(`${data["amount"]} ${data["unit"]}`, 30);
  return {
    title: `The credit at ${safeName(subject)} is low`,
    meaning:
      level >= STOPS
        ? `${credit} are left, below the limit of ${safeName(data["stopBelow"])}. Messages of the categories in the settings are held until credit is added.`
        : `${credit} are left. At the rate of the last seven days that lasts ${days(Number(data["days"]))}; then the provider refuses messages.`,
    step: "Add credit at the provider. Held messages are sent automatically once the new balance is read.",
    screen: `/gateways/${encodeURIComponent(subject)}`,
  };
};

const days = (count: number): string =>
  count < 1 ? "less than a day" : count < 2 ? "one day" : `${Math.floor(count)} days`;
