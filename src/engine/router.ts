import { priorityOf } from "#domain/messages/message";
import type { RoutingStore } from "#domain/routing/routing-store";
import { second } from "#lib/time";

import { workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const POLL_MS = second;
/** How often to look for deliveries on routes that no longer exist. */
const RECALL_MS = 5 * second;
/** Deliveries per batch: about 20 ms. */
const ROWS = 2_000;

/** What decides the route of a delivery. */
export type RoutingRules = {
  /** Differs between two configurations. */
  readonly fingerprint: string;
  /** Without it, every gateway claims from the default route. */
  readonly routesMessages: boolean;
  /** The queue's routes that these rules lead to. */
  readonly routes: readonly string[];
  readonly routeOf: Parameters<RoutingStore["route"]>[0]["routeOf"];
};

/**
 * Where rules or weights route deliveries separately, each is moved into a chunk of its own route before a gateway may
 * claim it. One-time passwords have a separate router, so that no campaign batch delays them.
 *
 * @param options.rules those of this moment; deliveries waiting on routes of others are routed again
 */
export function routers(
  options: LoopDeps & {
    readonly routingStore: RoutingStore;
    readonly rules: () => RoutingRules;
    readonly repeatable: () => readonly string[];
    readonly bound: () => readonly string[];
    /** Milliseconds of a clock. */
    readonly now: () => number;
  },
): readonly WorkerLoop[] {
  const { routingStore, rules, now, log, random } = options;
  const route = (priorities: readonly number[]): Promise<number> =>
    routingStore.route({
      priorities,
      rows: ROWS,
      routeOf: rules().routeOf,
      repeatable: options.repeatable(),
      bound: options.bound(),
    });
  let recalledAt = -Infinity;
  let recalled = "";

  const bulk = workerLoop({
    name: "router",
    log,
    random,
    async step() {
      // If the clock was set back, the check runs early rather than late.
      const { fingerprint, routesMessages, routes } = rules();
      if (recalled !== fingerprint || Math.abs(now() - recalledAt) >= RECALL_MS) {
        const count = await routingStore.recall(routesMessages ? routes : []);
        if (count === 0) [recalledAt, recalled] = [now(), fingerprint];
      }
      if (!routesMessages) return RECALL_MS;
      return (await route([priorityOf.transactional, priorityOf.marketing])) > 0 ? 0 : POLL_MS;
    },
  });
  const urgent = workerLoop({
    name: "urgent router",
    log,
    random,
    async step() {
      if (!rules().routesMessages) return RECALL_MS;
      return (await route([priorityOf.otp])) > 0 ? 0 : POLL_MS;
    },
  });
  return [urgent, bulk];
}
