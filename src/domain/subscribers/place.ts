import { isZone } from "#lib/time-zone";

/** The canonical form of a language tag: "pt-br" is "pt-BR". null: it is not one. */
export function localeOf(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}

/** A named zone of the IANA database. An offset is none: it does not know when clocks change. */
export function zoneOf(text: string): string | null {
  return /^[A-Za-z]/.test(text) && isZone(text) ? text : null;
}
