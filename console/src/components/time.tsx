import { useSession } from "../api/session.ts";
import { clockTime, dayName, exactTime, readerZone, relativeTime, sameClock } from "../lib/time.ts";
import { t, term } from "../lib/translate.ts";
import { useNow } from "../lib/use-now.ts";

export type TimeProps = {
  /** RFC 3339, as the API gives it; null shows `–`. */
  readonly at: string | null | undefined;
  /** `relative` (default): "5 min ago". `clock`: "10:02". `day`: "Tue 24 Nov". `exact`: with seconds and zone. */
  readonly show?: "relative" | "clock" | "day" | "exact";
  /** Of the schedule that it belongs to; default: the reader's. */
  readonly zone?: string;
  /** Reached by Tab so that the hint shows on focus; default: of `exact`. Not in lists, where it would double the stops. */
  readonly focusable?: boolean;
};

/**
 * A point in time in the reader's zone, on hover and focus the exact one, and the site's besides where the clocks of
 * the two differ. Relative times keep up by themselves.
 */
export function Time({ at, show = "relative", zone = readerZone, focusable = show === "exact" }: TimeProps) {
  const { time_zone: site } = useSession().site;
  const now = useNow();
  if (!at) return <span aria-label={term("none", "time")}>–</span>;
  const date = new Date(at);
  const exact = exactTime(date, zone);
  const text = {
    relative: () => relativeTime(date, now, zone),
    clock: () => clockTime(date, zone),
    day: () => dayName(date, zone),
    exact: () => exact,
  }[show]();
  const hint = [
    show !== "exact" && exact,
    zone !== readerZone && !sameClock(date, zone, readerZone) && t`${exactTime(date, readerZone)} in your time`,
    zone === readerZone && !sameClock(date, zone, site) && t`${exactTime(date, site)} in the time of this site`,
  ].filter((line) => line !== false);
  if (hint.length === 0) return <time dateTime={at}>{text}</time>;
  return (
    <time dateTime={at} data-hint={hint.join("\n")} tabIndex={focusable ? 0 : undefined}>
      {text}
    </time>
  );
}
