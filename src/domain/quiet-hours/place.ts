import { isZone } from "#lib/time-zone";

import { countryOfPrefix } from "../recipients/country.ts";
import type { Phone } from "../recipients/phone.ts";
import { UNKNOWN_STATE } from "./presets.ts";
import { regionsOf, zonesOf } from "./region.ts";

/** What decides the quiet hours of a person. */
export type Place = {
  /** The narrowest first. */
  readonly regions: readonly string[];
  /** All in which the person may be. */
  readonly zones: readonly string[];
};

/**
 * @param zone the zone that is known of the person; null: whatever the number says
 * @param siteZone for numbers without a zone
 */
export function placeOf(phone: Phone, zone: string | null, siteZone: string): Place {
  // A stored zone may be unknown to this runtime, and one person's zone must not block everyone else.
  const own = zone !== null && isZone(zone);
  return { regions: regionsOf(phone), zones: own ? [zone] : orElse(zonesOf(phone), siteZone) };
}

/** The place of people of whose numbers only the beginning is known, as "+49": that of most of them. */
export function placeOfPrefix(prefix: string, siteZone: string): Place {
  const zones = orElse(zonesOf(prefix as Phone), siteZone);
  const country = countryOfPrefix(prefix);
  if (country === "US") {
    const [state, ...others] = prefix.length < AREA_CODE ? [UNKNOWN_STATE, country] : regionsOf(prefix as Phone);
    return { regions: [state!, ...others], zones: prefix.length < AREA_CODE ? [USUAL_AMERICAN_ZONE] : zones };
  }
  return { regions: country === null ? [] : [country], zones };
}

/** "+1" and three digits. */
const AREA_CODE = 5;
/** An area code has few of the zones of its country, and no instant would suit all of them. */
const USUAL_AMERICAN_ZONE = "America/New_York";

export const nameOfPlace = ({ regions, zones }: Place): string => `${regions.join(" ")}|${zones.join(" ")}`;

const orElse = (zones: readonly string[], siteZone: string): readonly string[] =>
  zones.length === 0 ? [siteZone] : zones;
