import { priceTable, priceSection } from "#domain/credit/prices";
import { defaultValidFor } from "#domain/messages/message";
import { longestClosed } from "#domain/quiet-hours/hours";
import { quietHoursSection } from "#domain/quiet-hours/quiet-hours-settings";
import type { ReadSettings } from "#domain/settings/settings-store";
import { isCapped } from "#domain/spending/budget";
import { spendingSection } from "#domain/spending/spending-settings";
import { hour, second } from "#lib/time";

import { warning, type CheckResult } from "./check-result.ts";

/** Settings that are valid individually but defeat their purpose in combination. */
export async function checkLimits(
  read: ReadSettings,
  gateways: readonly string[] | null,
): Promise<readonly CheckResult[]> {
  return [...(await prices(read, gateways)), ...(await spendCap(read, gateways)), ...(await quietHours(read))];
}

async function prices(read: ReadSettings, gateways: readonly string[] | null): Promise<readonly CheckResult[]> {
  if (gateways === null) return [];
  const { gateways: own } = await read(priceSection);
  const names = own.flatMap(({ gateway }) => (gateways.includes(gateway) ? [] : [gateway]));
  if (names.length === 0) return [];
  const text = `There are prices for gateways that are not configured: ${names.join(", ")}. Correct the names, or remove these prices.`;
  return [warning("prices", text)];
}

async function spendCap(read: ReadSettings, gateways: readonly string[] | null): Promise<readonly CheckResult[]> {
  if (!isCapped(await read(spendingSection))) return [];
  if (priceTable(await read(priceSection)).covers(gateways ?? [])) return [];
  const text =
    "There is a spend cap, but not every number has a price: messages to the others count as free, and the cap does not stop them. Add a price with the prefix + to the prices in the settings.";
  return [warning("spend cap", text)];
}

async function quietHours(read: ReadSettings): Promise<readonly CheckResult[]> {
  const { mode, categories, defaultHours, regions } = await read(quietHoursSection);
  if (mode === "off") return [];
  const all = [["default_hours", defaultHours], ...Object.entries(regions)] as const;
  return categories.flatMap((category) => {
    const validMs = defaultValidFor[category] * second;
    const names = all.flatMap(([name, hours]) => (longestClosed(hours) > validMs ? [name] : []));
    if (names.length === 0) return [];
    const text = `Hours that are closed for longer than a ${category} message is valid by default (${validMs / hour} hours): ${names.join(", ")}. A message that has to wait for them can expire. Send with a longer valid_for, or open a day between.`;
    return [warning("quiet hours", text)];
  });
}
