import { isZone } from "#lib/time-zone";

import type { Phone } from "../recipients/phone.ts";
import { regionsOf, zonesOf } from "./region.ts";

/** What decides the quiet hours of a person. */
export type Place = {
  /** The narrowest first. */
  readonly regions: readonly string[];
  /** All in which the person may be. */
  readonly zones: readonly string[];
};

/**
 * @param zone the person's known zone; null: the one of their number
 * @param siteZone for numbers without a zone
 */
export function placeOf(phone: Phone, zone: string | null, siteZone: string): Place {
  // A stored zone may be unknown to this runtime, and one person's zone must not block everyone else.
  const own = zone !== null && isZone(zone);
  return { regions: regionsOf(phone), zones: own ? [zone] : orElse(zonesOf(phone), siteZone) };
}

export const nameOfPlace = ({ regions, zones }: Place): string => `${regions.join(" ")}|${zones.join(" ")}`;

const orElse = (zones: readonly string[], siteZone: string): readonly string[] =>
  zones.length === 0 ? [siteZone] : zones;
