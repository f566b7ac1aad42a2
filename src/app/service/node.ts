import { randomBytes, randomInt } from "node:crypto";

import { BASE_PATH } from "#api/app";
import { isCountry, type Country } from "#domain/recipients/phone";
import { requestRecorder, type RequestRecorder } from "#domain/requests/request-recorder";
import type { Log } from "#lib/log";
import type { Clock } from "#lib/time";

import { onThisMachine, urlOf } from "../config/addresses.ts";
import type { Config } from "../config/config.ts";
import { openCounts, type Counts } from "../metrics/counts.ts";
import { createMetricHooks, type MetricHooks } from "../metrics/hooks.ts";
import { shownAddress } from "../running-service.ts";
import { notificationBus, type NotificationBus } from "./notification-bus.ts";
import { monotonic } from "./open-store.ts";

/** Shared by all parts of a process: its settings, its role, and the bus by which its parts notify each other. */
export type Node = {
  readonly config: Config;
  readonly log: Log;
  readonly random: () => number;
  /** Monotonic milliseconds. The database's clock decides what others see. */
  readonly clock: Clock;
  readonly ticks: () => number;
  /** Identifies this process among those that claim work. */
  readonly owner: string;
  /** For the command line: it uses the database of a running service, and sends nothing by itself. */
  readonly forCommand: boolean;
  /** Accepts calls. */
  readonly answers: boolean;
  readonly country: Country | null;
  /** Path prefix of a route: "/svc/v1", after the mount prefix. */
  readonly basePath: string;
  /** Address of the service itself, as others see it. */
  readonly ownUrl: string;
  readonly bus: NotificationBus;
  readonly counts: Counts;
  readonly metricHooks: MetricHooks;
  /** Calls on their way to the request log. */
  readonly requests: RequestRecorder;
};

export function describeNode(config: Config, log: Log, forCommand: boolean): Node {
  const ticks = (): number => performance.now();
  const counts = openCounts(ticks);
  return {
    config,
    log,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    clock: { now: monotonic },
    ticks,
    owner: `${process.pid}-${randomBytes(4).toString("hex")}`,
    forCommand,
    answers: config.role !== "worker",
    country: config.country !== null && isCountry(config.country) ? config.country : null,
    basePath: `${config.mountPrefix}${BASE_PATH}`,
    ownUrl: forCommand ? shownAddress(config) : (config.publicUrl ?? onThisMachine(urlOf(config.listen))),
    bus: notificationBus(),
    counts,
    metricHooks: createMetricHooks(counts, ticks),
    requests: requestRecorder(ticks),
  };
}
