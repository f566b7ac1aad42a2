import { second } from "#lib/time";

/** How many texts of a message left for a gateway in each interval. Intervals without any are absent. */
export type Departures = {
  readonly seconds: number;
  /** In order of time; milliseconds since 1970. */
  readonly series: readonly { readonly startsAt: number; readonly count: number }[];
};

/** The shortest interval, in which they are kept. */
export const DEPARTURE_SECONDS = 10;
export const MAX_DEPARTURES = 120;

/** Each is a multiple of the shortest one, and begins with every day of UTC. */
const WIDTHS = [DEPARTURE_SECONDS, 60, 300, 900, 3_600, 21_600] as const;
const DAY = 86_400;

/** The shortest interval, in seconds, of which there are at most 120 between two moments (milliseconds since 1970). */
export function departureWidth(first: number, last: number): number {
  const fits = (seconds: number): boolean => intervals(first, last, seconds) <= MAX_DEPARTURES;
  return WIDTHS.find(fits) ?? DAY * Math.ceil(intervals(first, last, DAY) / MAX_DEPARTURES);
}

/** The intervals of both ends count, wherever in them the ends are. */
const intervals = (first: number, last: number, seconds: number): number =>
  Math.floor(last / second / seconds) - Math.floor(first / second / seconds) + 1;
