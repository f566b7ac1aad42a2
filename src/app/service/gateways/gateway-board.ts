import type { GatewayBoard, GatewayTally, GatewayView } from "#domain/gateways/gateway-board";
import type { GatewayStates } from "#domain/gateways/gateway-states";
import { categoriesByPriority } from "#domain/messages/message";
import { workerLoop, type WorkerLoop } from "#engine/worker-loop";
import type { Log } from "#lib/log";
import { hour, second, type Clock } from "#lib/time";
import type { gatewayTallyQueries } from "#store/queries/gateways/gateway-tallies";

import { outcomeIndex, type CountedOutcome, type Counts, type GatewayCounts } from "../../metrics/counts.ts";
import type { Engine } from "../open-engine.ts";
import type { OpenGateways, UsedGateway } from "./open-gateways.ts";

type Tallies = ReturnType<typeof gatewayTallyQueries>;

const TALLY_MS = 5 * second;

/** The known state of gateways, for display, without querying them. */
export function gatewayBoard(
  open: OpenGateways,
  states: GatewayStates,
  tallies: Tallies,
  healthOf: Engine["healthOf"],
): GatewayBoard {
  const viewOf = ({ id, redactedDsn, gateway, stored, ...rest }: UsedGateway): GatewayView => ({
    ...rest,
    stored,
    kind: id,
    dsn: redactedDsn,
    receiptAddress: gateway.receive ? open.receiptAddress(rest.name) : null,
    batchSize: gateway.batchSize,
    window: gateway.window,
  });
  return {
    get gateways() {
      return open.gateways.map(viewOf);
    },
    get disabled() {
      return open.idle.filter(({ isRemoved }) => !isRemoved).map(viewOf);
    },
    get unusable() {
      return open.unusable.map(({ name, reason }) => ({ name, reason }));
    },
    get route() {
      return open.routing.tree;
    },
    get served() {
      return servedRoutes(open);
    },
    environmentRoute: open.environment.route,
    health(name) {
      const pause = states.paused().get(name);
      return {
        ...healthOf(name),
        pause: pause ? { ...pause, since: pause.since ?? null } : null,
      };
    },
    shares: (name) => open.routing.sharesOf(name, healthOf),
    records: () => tallies.records(),
  };
}

/** The routes that some gateway of this node serves. */
export function servedRoutes({ gateways, routes }: Pick<OpenGateways, "gateways" | "routes">): readonly string[] {
  const byDefault = routes.byDefault()?.route;
  return [...gateways.map(({ name }) => name), ...(byDefault === undefined ? [] : [byDefault])];
}

/**
 * Stores what this process counts, so that every node can show it. Runs on nodes that send nothing, too, because
 * providers call them.
 */
export function tallyKeeper(
  counts: Pick<Counts, "gateways">,
  tallies: Tallies,
  tools: { readonly clock: Clock; readonly log: Log; readonly random: () => number },
): WorkerLoop {
  const reported = new Map<string, GatewayTally>();
  let pruneAt = 0;
  return workerLoop({
    name: "tallies",
    ...tools,
    async step() {
      const seen = [...counts.gateways].map(([gateway, own]) => ({ gateway, ...tallyOf(own) }));
      const events = seen
        .map((now) => ({ gateway: now.gateway, ...minus(now, reported.get(now.gateway)) }))
        .filter(({ sent, failed, unknown, retried, unread }) => sent + failed + unknown + retried + unread > 0);
      if (events.length > 0) await tallies.add(events);
      for (const now of seen) reported.set(now.gateway, now);
      if (tools.clock.now() >= pruneAt) {
        await tallies.prune();
        pruneAt = tools.clock.now() + hour;
      }
      return TALLY_MS;
    },
  });
}

function tallyOf({ outcomes, unread }: GatewayCounts): GatewayTally {
  const sum = (outcome: CountedOutcome): number =>
    categoriesByPriority.reduce((all, _, priority) => all + outcomes[outcomeIndex(priority, outcome)]!, 0);
  return { sent: sum("sent"), failed: sum("failed"), unknown: sum("unknown"), retried: sum("retried"), unread };
}

const NOTHING: GatewayTally = { sent: 0, failed: 0, unknown: 0, retried: 0, unread: 0 };

function minus(now: GatewayTally, before = NOTHING): GatewayTally {
  return {
    sent: now.sent - before.sent,
    failed: now.failed - before.failed,
    unknown: now.unknown - before.unknown,
    retried: now.retried - before.retried,
    unread: now.unread - before.unread,
  };
}
