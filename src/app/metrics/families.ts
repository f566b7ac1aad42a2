import { categoriesByPriority } from "#domain/messages/message";
import { second } from "#lib/time";
import type { Db } from "#store/database";
import { BACKLOG_CAP, type Backlog } from "#store/queries/queue/backlog";

import { BUCKETS, outcomeIndex, OUTCOMES, type Counts, type Durations } from "./counts.ts";

/** Values that are queried at a scrape instead of counted continuously. */
export type MetricDeps = {
  readonly counts: Counts;
  readonly gateways: () => readonly string[];
  /** The routes on which deliveries may wait. */
  readonly queueRoutes: () => readonly string[];
  readonly isPaused: (gateway: string) => boolean;
  readonly db: Db;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

export type Value = {
  readonly value: number;
  readonly labels: Record<string, string | number>;
  readonly metricName?: string;
};
export type Define = (
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  values: () => Value[],
) => void;

export function ofMessages(define: Define, { counts, gateways, isPaused }: MetricDeps): void {
  const byRoute = (lists: ReadonlyMap<string, Float64Array>): Value[] =>
    [...lists].flatMap(([route, list]) =>
      categoriesByPriority.map((priority, index) => ({ labels: { route, priority }, value: list[index]! })),
    );
  const each = (of: (name: string) => Value[]) => (): Value[] => gateways().flatMap(of);

  define("accepted_total", "counter", "Recipients in calls that were accepted here, by route of the queue.", () =>
    byRoute(counts.accepted),
  );
  define("resolved_total", "counter", "Numbers read here from groups, roles and customers, duplicates included.", () =>
    byRoute(counts.resolved),
  );
  define(
    "marked_total",
    "counter",
    "Deliveries marked for sending here, counted once per attempt.",
    each((gateway) =>
      categoriesByPriority.map((priority, index) => ({
        labels: { gateway, priority },
        value: counts.gateway(gateway).marked[index]!,
      })),
    ),
  );
  define(
    "outcomes_total",
    "counter",
    "Results of attempts here. retried: another attempt follows; returned: throttled, or never sent.",
    each((gateway) =>
      categoriesByPriority.flatMap((priority, at) =>
        OUTCOMES.map((outcome) => ({
          labels: { gateway, priority, outcome },
          value: counts.gateway(gateway).outcomes[outcomeIndex(at, outcome)]!,
        })),
      ),
    ),
  );
  const perGateway = (value: (gateway: string) => number) =>
    each((gateway) => [{ labels: { gateway }, value: value(gateway) }]);
  define(
    "in_flight",
    "gauge",
    "Deliveries that the gateway was given here and has not answered yet.",
    perGateway((name) => counts.gateway(name).inFlight),
  );
  define(
    "gateway_paused",
    "gauge",
    "1 while nothing is sent through the gateway.",
    perGateway((name) => Number(isPaused(name))),
  );
  define(
    "gateway_call_duration_seconds",
    "histogram",
    "Duration of calls to a gateway.",
    each((gateway) => durationsOf("gateway_call_duration_seconds", { gateway }, counts.gateway(gateway).calls)),
  );
  define(
    "provider_calls_unread_total",
    "counter",
    "Calls to the gateway's receipt address that could not be read: receipts or replies may be lost.",
    perGateway((name) => counts.gateway(name).unread),
  );
  // "" is the key for the rates of single messages: they have no names here.
  const limits = (): readonly string[] => [...gateways(), ""];
  define(
    "throttle_waits_total",
    "counter",
    "How often a limit had no free slot. Without a gateway: a message's own rate.",
    () => limits().map((gateway) => ({ labels: { gateway }, value: counts.gateway(gateway).throttleWaits })),
  );
  define("throttle_wait_seconds_total", "counter", "Waiting time that those limits imposed.", () =>
    limits().map((gateway) => ({ labels: { gateway }, value: counts.gateway(gateway).throttleWaitMs / second })),
  );
}

export function ofCalls(define: Define, { routes }: Counts): void {
  define("http_requests_total", "counter", "Calls by route pattern and status.", () =>
    [...routes].flatMap(({ method, route, statuses }) =>
      [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })),
    ),
  );
  define("http_request_duration_seconds", "histogram", "Time to the response headers, by route pattern.", () =>
    [...routes].flatMap(({ method, route, durations }) =>
      durationsOf("http_request_duration_seconds", { method, route }, durations),
    ),
  );
}

/** The same numbers on every node: use the maximum, not the sum. */
export function ofBacklog(define: Define, known: () => Backlog | null): void {
  const priorities = (pick: (priority: Backlog["priorities"][number]) => number) => (): Value[] => {
    const read = known();
    return categoriesByPriority.flatMap((priority, index) => {
      const found = read?.priorities.find((one) => one.priority === index);
      return read ? [{ labels: { priority }, value: found ? pick(found) : 0 }] : [];
    });
  };
  const one = (pick: (backlog: Backlog) => number) => (): Value[] => {
    const read = known();
    return read ? [{ labels: {}, value: pick(read) }] : [];
  };
  define("database_up", "gauge", "1 if the database answered this scrape.", () => [
    { labels: {}, value: known() ? 1 : 0 },
  ]);
  define(
    "queue_texts",
    "gauge",
    `Deliveries in the queue, without those of paused messages. ${BACKLOG_CAP.toLocaleString("en")} chunks of each route at most are counted.`,
    priorities((priority) => Number(priority.texts)),
  );
  define(
    "queue_oldest_seconds",
    "gauge",
    "How long the oldest delivery that may leave has been due.",
    priorities((priority) => priority.oldest),
  );
  for (const [name, field, help] of [
    ["retries", "retries", "Deliveries that wait for another attempt."],
    ["held", "held", "Deliveries that may not leave yet: quiet hours, frequency cap, spend cap, low credit."],
    ["receipts_waiting", "receipts", "Receipts that are not applied yet."],
    ["fan_outs", "fanOuts", "Audiences being resolved."],
    ["webhook_backlog", "webhooks", "Pending webhook deliveries of enabled endpoints."],
  ] as const) {
    define(
      name,
      "gauge",
      `${help} ${BACKLOG_CAP.toLocaleString("en")} at most are counted.`,
      one((read) => read[field]),
    );
  }
  define(
    "schedule_lag_seconds",
    "gauge",
    "How late the most overdue schedule is.",
    one((read) => read.scheduleLag),
  );
}

export function ofPool(define: Define, pool: Db["pool"]): void {
  define("database_sessions", "gauge", "Database sessions of this node.", () => [
    { labels: { state: "idle" }, value: pool.idleCount },
    { labels: { state: "busy" }, value: pool.totalCount - pool.idleCount },
  ]);
  define("database_waiting", "gauge", "Queries here that wait for a session.", () => [
    { labels: {}, value: pool.waitingCount },
  ]);
}

function durationsOf(name: string, labels: Record<string, string>, { buckets, sum }: Durations): Value[] {
  let count = 0;
  const values: Value[] = [...buckets].map((own, index) => {
    count += own;
    return { metricName: `tidings_${name}_bucket`, labels: { ...labels, le: BUCKETS[index] ?? "+Inf" }, value: count };
  });
  return [
    ...values,
    { metricName: `tidings_${name}_sum`, labels, value: sum },
    { metricName: `tidings_${name}_count`, labels, value: count },
  ];
}
