import { instantOf, type RepeatUnit, type Rule } from "./recurrence.ts";

/** When a message leaves, as it is typed. */
export type When = {
  /** Local time, `YYYY-MM-DDTHH:MM`. */
  readonly at: string;
  readonly repeat: { readonly value: number; readonly unit: RepeatUnit } | null;
  /** The last day on which it may be repeated, `YYYY-MM-DD`; "": forever. */
  readonly end: string;
};

/** The parameters of the API. */
export function whenInput({ at, repeat, end }: When) {
  return {
    schedule: at.length === 16 ? `${at}:00` : at,
    ...(repeat && { repeat: { interval: repeat, ...(end && { end_date: end }) } }),
  };
}

/** The rule that it follows in a zone; null while the time is not complete. */
export function ruleOf({ at, repeat, end }: When, zone: string): Rule | null {
  const start = instantOf(at, zone);
  if (!start) return null;
  const until = end ? instantOf(`${end}T23:59:59`, zone) : null;
  return { start, zone, repeat, until };
}
