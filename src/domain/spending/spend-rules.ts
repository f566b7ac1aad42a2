import { hour } from "#lib/time";

import { balanceOf } from "../credit/balance.ts";
import type { CreditStore } from "../credit/credit-store.ts";
import { priceTable, priceSection, type PriceTable } from "../credit/prices.ts";
import { DomainError } from "../error.ts";
import type { MessageContent } from "../messages/content.ts";
import type { Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import { routeFor, type RouteInfo } from "../routing/routes.ts";
import { readTogether, cachedRead, type CachedReadDeps } from "../settings/cached-read.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import { exceededCap, isCapped, leastCost } from "./budget.ts";
import { periodsAt } from "./periods.ts";
import {
  lowCreditSection,
  spendingSection,
  type LowCreditSettings,
  type SpendingSettings,
} from "./spending-settings.ts";
import type { SpendingStore } from "./spending-store.ts";

export type SpendRules = {
  /** null: nothing is counted. */
  readonly cap: SpendingSettings | null;
  readonly prices: PriceTable;
  readonly lowCredit: LowCreditSettings;
};

/** The present rules; a change takes effect within a second. */
export function spendRules(read: ReadSettings, deps: CachedReadDeps): () => Promise<SpendRules> {
  return cachedRead(async () => {
    const sections = [spendingSection, priceSection, lowCreditSection] as const;
    const [spending, prices, lowCredit] = await readTogether(read, deps, sections);
    return { cap: isCapped(spending) ? spending : null, prices: priceTable(prices), lowCredit };
  }, deps);
}

/** A balance that was read longer ago says nothing: sending does not stop because a provider's page is down. */
const KNOWN_MS = hour;

/** Whether the credit at a gateway is too low for a category. */
export async function isCreditLow(
  rules: Pick<SpendRules, "lowCredit">,
  credit: Pick<CreditStore, "last">,
  gateway: string,
  category: Category,
  now: number,
): Promise<boolean> {
  if (!stopsAtLowCredit(rules, category)) return false;
  const last = await credit.last(gateway);
  const balance = last && balanceOf(last);
  if (last === null || balance === null || now - last.checkedAt > KNOWN_MS) return false;
  return balance < Number(rules.lowCredit.stopBelow);
}

function stopsAtLowCredit(
  { lowCredit: { stopBelow, categories } }: Pick<SpendRules, "lowCredit">,
  category: Category,
): boolean {
  return stopBelow !== null && categories.includes(category);
}

export type FundsDeps = {
  readonly spendRules: () => Promise<SpendRules>;
  readonly spending: Pick<SpendingStore, "read">;
  readonly credit: Pick<CreditStore, "last">;
  /** Milliseconds since 1970, database time: nodes count in the same day. */
  readonly now: () => number;
  readonly timeZone: () => string;
};

/** A message, as far as its gateway and its cost are known before it is composed. */
export type Affordable = {
  readonly category: Category;
  readonly route: RouteInfo;
  /** null: not known yet. */
  readonly phones: readonly Phone[] | null;
  readonly content: Pick<MessageContent, "segments" | "personal">;
};

/**
 * Refuses a message of which nothing could leave: the caller learns at once why its deliveries would wait. One that
 * only reaches the cap later is accepted, and the rest of it is held.
 *
 * @throws DomainError spend_cap_reached, insufficient_credit
 */
export async function requireFunds(ports: FundsDeps, { category, route, phones, content }: Affordable): Promise<void> {
  const rules = await ports.spendRules();
  const now = ports.now();
  const { gateway, gateways } = routeFor(route, category, phones);
  if (stopsAtLowCredit(rules, category) && (await isCreditLow(rules, ports.credit, gateway, category, now))) {
    throw new DomainError(
      "insufficient_credit",
      `The credit at ${gateway} is below ${rules.lowCredit.stopBelow}, the limit in the settings at which sending stops.`,
    );
  }
  const { cap, prices } = rules;
  if (cap === null || !cap.categories.includes(category)) return;
  const periods = periodsAt(now, ports.timeZone());
  const { day, month } = await ports.spending.read(periods);
  // A text of one's own may be shorter than the template.
  const least = leastCost(prices, gateways, phones, content.personal ? 1 : content.segments);
  const exceeded = exceededCap(cap, { day: day.spent, month: month.spent }, least, periods);
  if (exceeded === null) return;
  throw new DomainError(
    "spend_cap_reached",
    `The spend cap of ${exceeded.period} is reached. It ends at ${new Date(exceeded.until).toISOString()}.`,
    [],
    { period: exceeded.period, until: new Date(exceeded.until).toISOString() },
  );
}
