import { Temporal } from "temporal-polyfill";

import { day } from "#lib/time";

import type { Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { Hours } from "./hours.ts";
import { openingAt } from "./opening.ts";
import { heldCategories, holidaysOf, hoursOf, type QuietHoursSettings } from "./quiet-hours-settings.ts";
import { nameOfPlace, placeOf, type Place } from "./place.ts";

/** Whether a person may be texted at an instant: until when, or from when on. Milliseconds since 1970. */
export type Permission =
  | { readonly allowed: true; readonly closes: number }
  | { readonly allowed: false; readonly opens: number };

export const ALWAYS: Permission = { allowed: true, closes: Infinity };
/** How far ahead a common opening of several zones is looked for. */
const HORIZON = 15 * day;
/** Sets of rules and zones whose permission is kept; there are a few hundred. */
const MAX_KEPT = 2_000;

export type QuietHours = (
  phone: Phone,
  /** The person's known zone; null: the one of their number. */
  zone: string | null,
  category: Category,
  at: number,
) => Permission;

/**
 * The rule of quiet hours under some settings. What it finds for a set of zones and hours is kept until the clock
 * passes it, so a campaign to a million people computes a few hundred times.
 *
 * @param siteZone for numbers without a zone
 */
export function quietHours(settings: QuietHoursSettings, siteZone: string): QuietHours {
  const kept = new Map<string, { readonly since: number; readonly permission: Permission }>();

  return (phone, zone, category, at) => {
    if (settings.mode === "off" || !applies(settings, category)) return ALWAYS;
    const place = placeOf(phone, zone, siteZone);
    const key = nameOfPlace(place);
    const known = kept.get(key);
    // The clock may have been set back.
    if (known && at >= known.since && at < endOf(known.permission)) return known.permission;
    const permission = permissionIn(settings, place, at);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(key, { since: at, permission });
    return permission;
  };
}

/** Whether people of a place may be texted at an instant, under the hours of the settings. */
export function permissionIn(settings: QuietHoursSettings, { regions, zones }: Place, at: number): Permission {
  return permissionOf(hoursOf(regions, settings), holidaysOf(regions), zones, at);
}

/** Whether a category is held back at all. */
export function applies({ categories }: Pick<QuietHoursSettings, "categories">, category: Category): boolean {
  return category !== "otp" && heldCategories.includes(category) && categories.includes(category);
}

export const endOf = (permission: Permission): number => (permission.allowed ? permission.closes : permission.opens);

/**
 * A number that may be in several zones may be texted while all of them are open. Where that is never the case, the
 * zone in the middle counts, by its clock.
 */
export function permissionOf(hours: Hours, holidays: string | null, zones: readonly string[], at: number): Permission {
  const common = commonOpening(hours, holidays, zones, at) ?? commonOpening(hours, holidays, [middleOf(zones, at)], at);
  // Hours that never open are refused when they are set.
  if (!common) return { allowed: false, opens: at + HORIZON };
  return common.from <= at ? { allowed: true, closes: common.to } : { allowed: false, opens: common.from };
}

function commonOpening(
  hours: Hours,
  holidays: string | null,
  zones: readonly string[],
  at: number,
): { readonly from: number; readonly to: number } | null {
  let from = at;
  while (from < at + HORIZON) {
    const openings = zones.map((zone) => openingAt(hours, zone, holidays, from));
    if (openings.some((opening) => opening === null)) return null;
    const begin = Math.max(...openings.map((opening) => opening!.from));
    const end = Math.min(...openings.map((opening) => opening!.to));
    if (Math.max(begin, from) < end) return { from: begin, to: end };
    // At every instant before the first end, some zone was found to be closed.
    from = Math.max(from + 1, end);
  }
  return null;
}

/** By the clocks at that instant. */
function middleOf(zones: readonly string[], at: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(at);
  const sorted = zones
    .map((zone) => ({ zone, ahead: instant.toZonedDateTimeISO(zone).offsetNanoseconds }))
    .toSorted((a, b) => a.ahead - b.ahead || (a.zone < b.zone ? -1 : 1));
  return sorted[Math.floor(sorted.length / 2)]!.zone;
}
