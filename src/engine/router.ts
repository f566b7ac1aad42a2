import { priorityOf } from "#domain/messages/message";
import type { RoutingStore } from "#domain/routing/routing-store";
import { second } from "#lib/time";

import { workerLoop, type LoopDeps, type WorkerLoop } from "./worker-loop.ts";

const POLL_MS = second;
/** How often to look for deliveries on routes that no longer exist. */
const RECALL_MS = 5 * second;
/** Deliveries per batch: about 20 ms. */
const ROWS = 2_000;

/**
 * Where rules or weights route deliveries separately, each is moved into a chunk of its own route before a gateway may
 * claim it. One-time passwords have a router of their own, so that no campaign batch delays them.
 *
 * @param options.ways the routes of this configuration; deliveries waiting on others are routed again
 */
export function routers(
  options: LoopDeps & {
    readonly routingStore: RoutingStore;
    readonly routesMessages: boolean;
    readonly resolvedRoutes: readonly string[];
    readonly routeOf: Parameters<RoutingStore["sort"]>[0]["routeOf"];
    readonly repeatable: readonly string[];
    readonly bound: readonly string[];
    /** Milliseconds of a clock. */
    readonly now: () => number;
  },
): readonly WorkerLoop[] {
  const { routingStore, routesMessages, resolvedRoutes, routeOf, repeatable, bound, now, log, random } = options;
  const sort = (priorities: readonly number[]): Promise<number> =>
    routingStore.sort({ priorities, rows: ROWS, routeOf, repeatable, bound });
  let recalledAt = -Infinity;

  const bulk = workerLoop({
    name: "router",
    log,
    random,
    async step() {
      // The clock may be set back: then the look comes early rather than late.
      if (Math.abs(now() - recalledAt) >= RECALL_MS) {
        const recalled = await routingStore.recall(routesMessages ? resolvedRoutes : []);
        if (recalled === 0) recalledAt = now();
      }
      if (!routesMessages) return RECALL_MS;
      return (await sort([priorityOf.transactional, priorityOf.marketing])) > 0 ? 0 : POLL_MS;
    },
  });
  if (!routesMessages) return [bulk];
  const urgent = workerLoop({
    name: "urgent router",
    log,
    random,
    step: async () => ((await sort([priorityOf.otp])) > 0 ? 0 : POLL_MS),
  });
  return [urgent, bulk];
}
