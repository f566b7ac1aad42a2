import type { Operations } from "tidings-client";

import type { ChartPoint } from "../../components/chart/chart-layout.ts";
import { commas } from "../../lib/commas.ts";
import { clockTime, dayName, readerZone, secondsTime } from "../../lib/time.ts";

type Departures = Operations["getMessageStats"]["data"]["departures"];

const day = 86_400_000;

/**
 * The rate in each interval, from the one before the first text, with zeros where nothing left. While it leaves, the
 * interval that has not ended is not shown: its rate would seem to fall.
 */
export function departurePoints({ interval_seconds: seconds, series }: Departures, over: boolean): ChartPoint[] {
  const step = seconds * 1_000;
  const counts = new Map(series.map(({ starts_at: at, count }) => [Date.parse(at), count]));
  const [first, last] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  const lastEnded = over ? last + step : Math.floor(Date.now() / step) * step - step;
  if (counts.size === 0 || lastEnded < first) return [];
  const nameOf = (at: Date): string => {
    if (seconds < 60) return secondsTime(at);
    return last - first < day
      ? clockTime(at, readerZone())
      : commas([dayName(at, readerZone()), clockTime(at, readerZone())]);
  };
  const points: ChartPoint[] = [];
  for (let at = first - step; at <= lastEnded; at += step) {
    points.push({
      label: nameOf(new Date(at)),
      values: { rate: Math.round(((counts.get(at) ?? 0) * 60) / seconds) },
    });
  }
  return points;
}
