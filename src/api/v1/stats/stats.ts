import type { z } from "zod";

import { statsData, statsQuery } from "#contract/stats";
import type { Latency } from "#domain/stats/latency";
import {
  LINES,
  MAX_POINTS,
  pointsOf,
  rangeOf,
  readStats,
  type Figures,
  type Series,
  type StatsQuery,
} from "#domain/stats/read-stats";
import type { StatStore } from "#domain/stats/stat-store";
import { isoTime } from "#lib/iso-time";
import type { Clock } from "#lib/time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readDates } from "../../request/read-dates.ts";
import { requireCapability } from "../../access/require-capability.ts";

export type StatsDeps = {
  readonly stats: StatStore;
  readonly clock: Clock;
  readonly timeZone: () => string;
};

/** `GET /stats`. */
export function statsEndpoint(ports: StatsDeps): Endpoint {
  return endpoint({
    operationId: "getStats",
    method: "GET",
    path: "/stats",
    access: "user",
    tag: "Statistics",
    summary: "Read statistics",
    description:
      "Counts, rates and latencies by hour or day, and by gateway, country or category. Every delivery counts in the hour in which its message was accepted: a receipt that arrives a day later changes that hour. Deliveries of a schedule count in the hour in which it is due. Read from roll-ups, which are a few seconds old; entries removed from the log stay counted. Requires any one of the capabilities.",
    input: statsQuery,
    data: statsData,
    read(fields, _context, issues): StatsQuery {
      const zone = ports.timeZone();
      const query = {
        ...readDates(fields, zone, issues),
        interval: fields.interval ?? "day",
        groupBy: fields.group_by ?? null,
      } as const;
      const range = rangeOf(query, ports.clock.now(), zone);
      if (issues.length === 0 && pointsOf(range, query.interval) > MAX_POINTS) {
        const message = `covers more than ${MAX_POINTS} ${query.interval}s: choose a shorter range or a longer interval`;
        issues.push({ field: "date_from", code: "too_big", message, value: fields.date_from });
      }
      return query;
    },
    async handle(query, { caller }) {
      requireCapability(caller);
      const zone = ports.timeZone();
      const stats = await readStats(ports.stats, query, { now: ports.clock.now(), zone });
      return {
        message: `${stats.totals.counts.sent} sent.`,
        data: {
          from: isoTime(stats.from),
          to: isoTime(stats.to),
          interval: query.interval,
          group_by: query.groupBy,
          series: shownSeries(stats.series),
          totals: shownFigures(stats.totals),
          previous: {
            from: isoTime(stats.before.from),
            to: isoTime(stats.from),
            totals: shownFigures(stats.before.totals),
          },
          groups: stats.groups.map(({ part, rest, totals, series }) => ({
            part,
            others: rest,
            totals: shownFigures(totals),
            series: series.map(({ startsAt, counts }) => ({ starts_at: isoTime(startsAt), counts: { ...counts } })),
          })),
          lines: { errors: LINES.errors, opt_outs: LINES.optOuts },
        } satisfies z.output<typeof statsData>,
      };
    },
  });
}

const shownSeries = (series: Series) =>
  series.map(({ startsAt, ...figures }) => ({ starts_at: isoTime(startsAt), ...shownFigures(figures) }));

function shownFigures({ counts, rates, toSent, toDelivered }: Figures) {
  return {
    counts: { ...counts },
    rates: {
      delivered: rounded(rates.delivered),
      delivered_of_final: rounded(rates.deliveredOfFinal),
      errors: rounded(rates.errors),
      opt_outs: rounded(rates.optOuts),
    },
    accepted_to_sent: shownLatency(toSent),
    sent_to_delivered: shownLatency(toDelivered),
  };
}

const shownLatency = ({ count, p50, p95, within10s }: Latency) => ({
  count,
  p50_ms: p50,
  p95_ms: p95,
  within_10s: rounded(within10s),
});

const rounded = (share: number | null): number | null => (share === null ? null : Math.round(share * 10_000) / 10_000);
