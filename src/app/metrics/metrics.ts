import { Hono } from "hono";
import type { Metric, Registry } from "prom-client";

import { openMetricsRoute, type Scrape } from "#api/metrics";
import { second } from "#lib/time";
import { readBacklog, type Backlog } from "#store/queries/queue/backlog";

import { ofBacklog, ofCalls, ofMessages, ofPool, type Define, type MetricDeps } from "./families.ts";

export type Metrics = {
  /** Prometheus' text format. Never a phone number, a message body, an id or a secret in a label. */
  scrape(): Promise<Scrape>;
  /** The backlog in the database, at most a few seconds old. */
  readBacklog(): Promise<Backlog>;
  /** For a listener of its own. */
  readonly app: Hono;
};

/** However many clients scrape, the database is queried no more often than this. */
const FRESH_MS = 5 * second;

/** Turns counts into metrics. Nothing about the process itself is measured before the first scrape. */
export function openMetrics(sources: MetricDeps): Metrics {
  const backlog = cached(() => readBacklog(sources.db, sources.queueRoutes()), sources.now);
  let known: Backlog | null = null;
  let opened: Promise<Registry> | null = null;
  const metrics = {
    readBacklog: backlog,
    async scrape() {
      const registry = await (opened ??= openRegistry(sources, () => known));
      known = await backlog().catch(() => null);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
  const app = new Hono();
  openMetricsRoute(metrics)(app);
  return { ...metrics, app };
}

/** The library takes a fifth of the time that the modules of a start take, and many installations are never scraped. */
async function openRegistry(sources: MetricDeps, backlog: () => Backlog | null): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import("prom-client");
  const registry = new Registry();
  const define: Define = (name, type, help, values) => {
    const get = async () => ({ name: `tidings_${name}`, help, type, aggregator: "sum", values: values() });
    // The library's own classes build a string of the labels at each increment; its registry needs no more than this.
    registry.registerMetric({ name: `tidings_${name}`, get } as unknown as Metric);
  };
  ofMessages(define, sources);
  ofCalls(define, sources.counts);
  ofBacklog(define, backlog);
  ofPool(define, sources.db.pool);
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** One reading at a time, and none while the last one is fresh. A failure is not cached. */
function cached<T>(read: () => Promise<T>, now: () => number): () => Promise<T> {
  let last: { readonly at: number; readonly value: Promise<T> } | null = null;
  return () => {
    if (last && now() - last.at < FRESH_MS) return last.value;
    const reading = { at: now(), value: read() };
    last = reading;
    reading.value.catch(() => {
      if (last === reading) last = null;
    });
    return reading.value;
  };
}
