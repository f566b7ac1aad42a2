import { isZone } from "#lib/time-zone";

/** Characters. */
export const LOCALE_LENGTH = 35;
export const ZONE_LENGTH = 64;

export const LOCALE_ISSUE = "must be a language tag (BCP 47)";
export const ZONE_ISSUE = "must be the name of a time zone (IANA)";

/** The canonical form of a language tag: "pt-br" is "pt-BR". null: it is not one. */
export function localeOf(text: string): string | null {
  if (text.length > LOCALE_LENGTH) return null;
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

/** A named zone of the IANA database. An offset is not one: it does not say when clocks change. */
export function zoneOf(text: string): string | null {
  return text.length <= ZONE_LENGTH && /^[A-Za-z]/.test(text) && isZone(text) ? text : null;
}
