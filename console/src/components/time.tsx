import { useSession } from "../api/session.ts";
import { useNow } from "../lib/use-now.ts";
import { clockTime, dayName, exactTime, relativeTime } from "../lib/time.ts";
import { term } from "../lib/translate.ts";

export type TimeProps = {
  /** RFC 3339, as the API gives it; null shows `–`. */
  readonly at: string | null | undefined;
  /** `relative` (default): "5 min ago". `clock`: "10:02". `day`: "Tue 24 Nov". `exact`: with seconds and zone. */
  readonly show?: "relative" | "clock" | "day" | "exact";
  /** Reached by Tab so that the exact time shows on focus. Not in lists, where it would double the stops. */
  readonly focusable?: boolean;
};

/** A point in time in the site's zone, the exact one on hover and focus. Relative times keep up by themselves. */
export function Time({ at, show = "relative", focusable = false }: TimeProps) {
  const zone = useSession().site.time_zone;
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
  if (show === "exact") return <time dateTime={at}>{exact}</time>;
  return (
    <time dateTime={at} data-hint={exact} tabIndex={focusable ? 0 : undefined}>
      {text}
    </time>
  );
}
