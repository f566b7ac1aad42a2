import { applies } from "../quiet-hours/allowed-at.ts";
import { campaignSpan, type CampaignSpan } from "../quiet-hours/campaign-span.ts";
import { placeOf } from "../quiet-hours/place.ts";
import { quietHoursSection, type QuietHoursSettings } from "../quiet-hours/quiet-hours-settings.ts";
import type { Phone } from "../recipients/phone.ts";
import { longestPrefix } from "../recipients/prefix-ranges.ts";
import type { ReadSettings } from "../settings/settings-store.ts";
import type { AudiencePeople, AudienceReader } from "./audience-people.ts";
import type { Category } from "../messages/message.ts";
import { sum } from "./cost.ts";

export type QuietSpanDeps = {
  readonly readSettings: ReadSettings;
  readonly audienceReader: AudienceReader;
  readonly timeZone: () => string;
};

/** People who get the message: members by the beginning of their number, and numbers that are known. */
export type Reached = { readonly members: ReadonlyMap<string, number>; readonly numbers: readonly Phone[] };

/** Members whose numbers and time zones were read: all of them, or a sample. */
export type ReadMembers = Pick<AudiencePeople, "people"> & { readonly complete: boolean };

/** The settings of quiet hours; null: they do not apply to this category. */
export async function quietRules(
  { readSettings }: Pick<QuietSpanDeps, "readSettings">,
  category: Category,
): Promise<QuietHoursSettings | null> {
  const settings = await readSettings(quietHoursSection);
  return settings.mode === "off" || !applies(settings, category) ? null : settings;
}

/** The effect of quiet hours: each person is judged by what the mark will judge them by. null: none. */
export async function quietSpan(
  { audienceReader, timeZone }: Pick<QuietSpanDeps, "audienceReader" | "timeZone">,
  settings: QuietHoursSettings,
  { members, numbers }: Reached,
  read: ReadMembers,
  pace: { readonly at: number; readonly perMinute: number | null },
): Promise<(CampaignSpan & { readonly exact: boolean }) | null> {
  const site = timeZone();
  const known = await audienceReader.zonesOf(numbers);
  const inGroups = sum(members.values());
  // The people who were read represent all of them. If a sample has none, the site's hours are as likely as any.
  const places = read.people.map(({ phone, timeZone: zone }) => placeOf(phone, zone, site));
  const standing = places.length > 0 ? places : [{ regions: [], zones: [site] }];
  const span = campaignSpan(
    settings,
    [
      ...standing.map((place) => ({ place, people: inGroups / standing.length })),
      ...numbers.map((phone) => ({ place: placeOf(phone, known.get(phone) ?? null, site), people: 1 })),
    ],
    pace,
  );
  return span && { ...span, exact: read.complete };
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
