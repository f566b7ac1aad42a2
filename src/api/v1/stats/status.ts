import { z } from "zod";

import { statusData } from "#contract/status";
import { daysLeft } from "#domain/credit/days-left";
import type { GatewayBoard } from "#domain/gateways/gateway-board";
import type { StrandedStore } from "#domain/gateways/stranded-store";
import { EMPTY_HISTOGRAM, latencyOf } from "#domain/stats/latency";
import type { StatStore, StatSums } from "#domain/stats/stat-store";
import { hostOf } from "#domain/webhooks/host-of";
import type { CreditStatus, StatusStore, WebhookStatus } from "#domain/stats/status-store";
import { withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";
import { day, hour, minute, second, type Clock } from "#lib/time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import type { Check } from "../../health.ts";
import { stateOf } from "../gateways/gateway-views.ts";

/** The backlog of the queue. Ages in seconds. */
export type QueueStatus = {
  readonly priorities: readonly { readonly texts: number; readonly oldest: number }[];
  readonly retries: number;
  readonly held: number;
  readonly receipts: number;
  readonly scheduleLag: number;
};

export type StatusDeps = {
  readonly status: StatusStore;
  readonly stats: StatStore;
  readonly board: GatewayBoard;
  readonly stranded: StrandedStore;
  readonly clock: Clock;
  /** Cached for a few seconds. */
  readonly readQueue: () => Promise<QueueStatus>;
  readonly readiness: () => Promise<readonly Check[]>;
  readonly inFlight: (gateway: string) => number;
  readonly license: () => Promise<{ readonly state: string; readonly warning: string | null }>;
  readonly isSandbox: () => boolean;
  readonly standby: string | null;
};

const SCHEDULES_SHOWN = 5;
/** Events leave within seconds while the receiver answers. */
const LATE_MS = minute;

/** `GET /status`: an operator's first overview. */
export function statusEndpoint(ports: StatusDeps): Endpoint {
  return endpoint({
    operationId: "getStatus",
    method: "GET",
    path: "/status",
    access: "svc_setting",
    tag: "Statistics",
    summary: "Read the state of the service",
    description:
      "The age of the queue, the health of gateways and webhooks, how long the credit lasts, the next schedules, and the checks of /readyz.",
    input: z.object({}),
    data: statusData,
    async handle() {
      const { board, clock } = ports;
      const now = clock.now();
      const [checks, queue, records, recent, credits, webhooks, schedules, stranded, license] = await Promise.all([
        ports.readiness(),
        ports.readQueue(),
        board.records(),
        ports.stats.totals({ from: now - 2 * hour, to: now, interval: "hour" }, "gateway"),
        ports.status.credits(),
        ports.status.webhooks(),
        ports.status.nextSchedules(SCHEDULES_SHOWN),
        ports.stranded.find(board.served),
        ports.license(),
      ]);
      const failing = checks.filter(({ ok }) => !ok).length;
      return {
        message: failing === 0 ? "The service is ready." : `${failing} of ${checks.length} checks fail.`,
        data: {
          at: isoTime(now),
          checks: checks.map(({ name, ok, warning }) => ({ name, ok, warning: warning ?? null })),
          sandbox: ports.isSandbox(),
          standby: ports.standby,
          queue: {
            oldest_seconds: Math.max(0, ...queue.priorities.map(({ oldest }) => oldest)),
            waiting: queue.priorities.reduce((all, { texts }) => all + texts, 0),
            retries: queue.retries,
            held: queue.held,
            receipts: queue.receipts,
            schedules_late_seconds: queue.scheduleLag,
          },
          gateways: board.gateways.map(({ name }) => ({
            name,
            state: stateOf(board.health(name)),
            last_success_at: isoTime(records.get(name)?.lastSuccess ?? null),
            in_flight: ports.inFlight(name),
            ...latencyIn(recent.find(({ part }) => part === name)),
            credit: shownCredit(credits.find(({ gateway }) => gateway === name)),
          })),
          webhooks: webhooks.map((webhook) => shownWebhook(webhook, now)),
          schedules: schedules.map(({ id, nextRun }) => ({
            schedule_id: withPrefix("sch", id),
            next_run_at: isoTime(nextRun),
          })),
          stranded: [...stranded],
          license: { state: license.state, warning: license.warning },
        } satisfies z.output<typeof statusData>,
      };
    },
  });
}

function latencyIn(sums: StatSums | undefined) {
  const { p50, p95 } = latencyOf(sums?.toSent ?? EMPTY_HISTOGRAM);
  return { p50_ms: p50, p95_ms: p95 };
}

function shownCredit(credit: CreditStatus | undefined) {
  if (!credit) return null;
  const { amount, unit, checkedAt } = credit;
  return {
    amount,
    unit,
    checked_at: isoTime(checkedAt),
    days_left: daysLeft(credit),
  };
}

function shownWebhook(
  { id, url, enabled, disabledReason, failingSince, waiting, oldestAt }: WebhookStatus,
  now: number,
) {
  const age = oldestAt === null ? 0 : Math.max(0, Math.min(now - oldestAt, 3_650 * day));
  const isLate = age > LATE_MS;
  return {
    id: withPrefix("wh", id),
    host: hostOf(url),
    state: !enabled
      ? ("disabled" as const)
      : failingSince !== null
        ? ("failing" as const)
        : isLate
          ? ("late" as const)
          : ("up" as const),
    reason: disabledReason,
    failing_since: isoTime(failingSince),
    waiting,
    oldest_seconds: Math.round(age / second),
  };
}
