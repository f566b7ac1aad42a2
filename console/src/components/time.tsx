import { useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";

import { sessionQuery } from "../api/session.ts";
import { clockTime, dayName, exactTime, readerZone, relativeTime, sameClock } from "../lib/time.ts";
import { t, term } from "../lib/translate.ts";
import { useNow } from "../lib/use-now.ts";

export type TimeProps = {
  /** RFC 3339, as the API gives it; null shows `–`. */
  readonly at: string | null | undefined;
  /** `relative` (default): "5 min ago". `clock`: "10:02". `day`: "Tue 24 Nov". `exact`: with seconds and zone. */
  readonly show?: "relative" | "clock" | "day" | "exact";
  /** Of the schedule that it belongs to; default: the reader's. */
  readonly zone?: string | undefined;
  /**
   * Reached by Tab so that the hint shows on focus; default: of `exact`. Not in lists, where it would double the stops.
   */
  readonly focusable?: boolean;
};

/**
 * A point in time in the reader's zone; on hover and focus the exact time, and also the site's if the two clocks
 * differ. Relative times are updated automatically.
 */
export function Time({ at, show = "relative", zone, focusable = show === "exact" }: TimeProps) {
  const queries = useQueryClient();
  const now = useNow();
  if (!at) return <span aria-label={term("none", "time")}>–</span>;
  const date = new Date(at);
  const text = {
    relative: () => relativeTime(date, now, zone),
    clock: () => clockTime(date, zone ?? readerZone()),
    day: () => dayName(date, zone ?? readerZone()),
    exact: () => exactTime(date, zone ?? readerZone()),
  }[show]();
  const site = queries.getQueryData(sessionQuery.queryKey)?.site.time_zone;
  const lines = () => hintOf(date, zone ?? readerZone(), site, show !== "exact");
  // Not before that: of the hundred times in a list, the user points at one, and each hint needs three date formats.
  const hint = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    const words = lines().join("\n");
    if (words) currentTarget.dataset["hint"] = words;
    else delete currentTarget.dataset["hint"];
  };
  return (
    <time
      dateTime={at}
      data-relative={show === "relative" ? (zone ?? "") : undefined}
      tabIndex={focusable && lines().length > 0 ? 0 : undefined}
      onPointerEnter={hint}
      onFocus={hint}
    >
      {text}
    </time>
  );
}

function hintOf(date: Date, zone: string, site: string | undefined, withExact: boolean): readonly string[] {
  const reader = readerZone();
  const lines = [
    withExact && exactTime(date, zone),
    zone !== reader && !sameClock(date, zone, reader) && t`${exactTime(date, reader)} in your time`,
    site !== undefined &&
      zone === reader &&
      !sameClock(date, zone, site) &&
      t`${exactTime(date, site)} in the time of this site`,
  ];
  return lines.filter((line) => line !== false);
}
