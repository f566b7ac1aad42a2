import type { Operations } from "tidings-client";

import { useSession } from "../../api/session.ts";
import { Chart } from "../../components/chart/chart.tsx";
import type { ChartPoint } from "../../components/chart/chart-layout.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { clockTime, dayName, inZone, readerZone } from "../../lib/time.ts";
import { t } from "../../lib/translate.ts";

type Stats = Operations["getStats"]["data"];

const series = [
  { key: "delivered", label: t`delivered`, color: "var(--state-delivered)" },
  { key: "sent", label: t`sent, not reported yet`, color: "var(--state-sent)" },
  { key: "failed", label: t`did not arrive`, color: "var(--state-failed)" },
];

export function SentChart({
  stats,
  interval,
}: {
  readonly stats: Stats | undefined;
  readonly interval: "hour" | "day";
}) {
  const zone = useSession().site.time_zone;
  if (!stats) return <Skeleton height={214} />;
  // Days are counted from midnight to midnight of the site, hours are the same everywhere.
  return interval === "hour" ? (
    <Chart
      title={t`Texts per hour, by when they were accepted`}
      kind="bars"
      points={pointsOf(stats, (at) => clockTime(at, readerZone()))}
      series={series}
    />
  ) : (
    <Chart
      title={inZone(t`Texts per day`, zone)}
      kind="bars"
      points={pointsOf(stats, (at) => dayName(at, zone))}
      series={series}
    />
  );
}

/** Hours and days without anything are absent from the API's series: they are zeros here. */
function pointsOf({ series: found, interval, from, to }: Stats, nameOf: (at: Date) => string): ChartPoint[] {
  const known = new Map(found.map((point) => [Date.parse(point.starts_at), point]));
  const label = (at: number) => nameOf(new Date(at));
  const points: ChartPoint[] = [];
  const step = 3_600_000;
  for (let at = Date.parse(from); at < Date.parse(to); at += step) {
    const point = known.get(at);
    // Days of 23 and 25 hours: every hour is looked at, and a day's label is shown once.
    if (interval === "day" && !point && points.at(-1)?.label === label(at)) continue;
    const { sent = 0, delivered = 0, undelivered = 0, failed = 0 } = point?.counts ?? {};
    points.push({
      label: label(at),
      values: { delivered, sent: Math.max(0, sent - delivered - undelivered), failed: failed + undelivered },
    });
  }
  return points;
}
