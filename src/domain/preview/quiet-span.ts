import { applies } from "../quiet-hours/allowed-at.ts";
import { campaignSpan, type CampaignSpan } from "../quiet-hours/campaign-span.ts";
import { placeOf, placeOfPrefix } from "../quiet-hours/place.ts";
import { quietHoursSection } from "../quiet-hours/quiet-hours-settings.ts";
import type { Phone } from "../recipients/phone.ts";
import { longestPrefix } from "../recipients/prefix-ranges.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import type { Category } from "../messages/message.ts";

export type QuietSpanDeps = { readonly readSettings: ReadSettings; readonly timeZone: () => string };

/** People who get the message: members by the beginning of their number, and numbers that are known. */
export type Reached = { readonly members: ReadonlyMap<string, number>; readonly numbers: readonly Phone[] };

/** The effect of quiet hours, by number; of members, only the prefix is known. null: none. */
export async function quietSpan(
  { readSettings, timeZone }: QuietSpanDeps,
  category: Category,
  { members, numbers, ...pace }: Reached & { readonly at: number; readonly perMinute: number | null },
): Promise<CampaignSpan | null> {
  const settings = await readSettings(quietHoursSection);
  if (settings.mode === "off" || !applies(settings, category)) return null;
  const zone = timeZone();
  return campaignSpan(
    settings,
    [
      ...[...members].map(([prefix, people]) => ({ place: placeOfPrefix(prefix, zone), people })),
      ...numbers.map((phone) => ({ place: placeOf(phone, null, zone), people: 1 })),
    ],
    pace,
  );
}

/**
 * Members by the longest of `prefixes` that their number begins with.
 *
 * @param without people who get nothing, by the beginning of their number
 */
export function membersByPrefix(
  members: ReadonlyMap<string, number>,
  without: readonly ReadonlyMap<string, number>[],
  prefixes: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const people = new Map(members);
  for (const starts of without)
    for (const [start, count] of starts) add(people, longestPrefix(start, prefixes), -count);
  return new Map([...people].filter(([, count]) => count > 0));
}

/** Members and numbers together, by the same prefixes. */
export function withNumbers({ members, numbers }: Reached, prefixes: ReadonlySet<string>): ReadonlyMap<string, number> {
  const people = new Map(members);
  for (const phone of numbers) add(people, longestPrefix(phone, prefixes), 1);
  return people;
}

function add(people: Map<string, number>, prefix: string, count: number): void {
  people.set(prefix, (people.get(prefix) ?? 0) + count);
}
