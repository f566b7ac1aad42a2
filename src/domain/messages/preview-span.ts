import { applies } from "../quiet-hours/allowed-at.ts";
import { campaignSpan, type CampaignSpan } from "../quiet-hours/campaign-span.ts";
import { placeOf, placeOfPrefix } from "../quiet-hours/place.ts";
import { quietHoursSection } from "../quiet-hours/quiet-hours-settings.ts";
import type { Phone } from "../recipients/phone.ts";
import { longestPrefix } from "../recipients/prefix-ranges.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import type { AudienceCount } from "./audience-count.ts";
import type { Category } from "./message.ts";

export type QuietSpanDeps = { readonly readSettings: ReadSettings; readonly timeZone: () => string };

type Counted = {
  readonly counted: AudienceCount;
  readonly joining: readonly Phone[];
  readonly prefixes: readonly string[];
};

/** What quiet hours do to it, by the numbers: of members only their beginnings are known. null: nothing. */
export async function quietSpan(
  { readSettings, timeZone }: QuietSpanDeps,
  category: Category,
  { counted, joining, prefixes, ...pace }: Counted & { readonly at: number; readonly perMinute: number | null },
): Promise<CampaignSpan | null> {
  const settings = await readSettings(quietHoursSection);
  if (settings.mode === "off" || !applies(settings, category)) return null;
  const zone = timeZone();
  return campaignSpan(
    settings,
    [
      ...[...peopleByPrefix(counted, [], prefixes)].map(([prefix, people]) => ({
        place: placeOfPrefix(prefix, zone),
        people,
      })),
      ...joining
        .filter((phone) => !counted.suppressed.has(phone))
        .map((phone) => ({ place: placeOf(phone, null, zone), people: 1 })),
    ],
    pace,
  );
}

/** People by the longest of `prefixes` that their number begins with; those who get nothing are not counted. */
export function peopleByPrefix(
  counted: AudienceCount,
  joining: readonly Phone[],
  prefixes: readonly string[],
): ReadonlyMap<string, number> {
  const known = new Set(prefixes);
  const people = new Map(counted.members);
  const add = (number: string, count: number): void => {
    const prefix = longestPrefix(number, known);
    people.set(prefix, (people.get(prefix) ?? 0) + count);
  };
  for (const [start, count] of counted.suppressedMembers) add(start, -count);
  for (const phone of joining) if (!counted.suppressed.has(phone)) add(phone, 1);
  return new Map([...people].filter(([, count]) => count > 0));
}
