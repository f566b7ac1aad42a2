import { DomainError } from "../error.ts";
import type { MessageView } from "../messages/message-view.ts";
import { openMessageStates } from "../messages/message.ts";
import { queueWait } from "../outbox/queue-wait.ts";
import { DEFAULT_ROUTE } from "../routing/route.ts";
import { noGateway, routeFor, type RouteInfo, type Routes } from "../routing/routes.ts";
import type { GatewayBoard } from "./gateway-board.ts";
import type { StrandedStore } from "./stranded-store.ts";

export type RerouteDeps = { readonly stranded: StrandedStore; readonly routes: Routes };

/**
 * Reroutes deliveries that wait for a gateway that was removed, or for a default route without gateways. This never
 * happens automatically, because the caller may have named the gateway for a reason.
 *
 * @param to a gateway's name; null: the default route
 * @throws DomainError not_in_this_state if the gateway is configured, no_gateway, not_found if `to` is not
 */
export async function rerouteTexts(
  { stranded, routes }: RerouteDeps,
  { from, to, by }: { readonly from: string; readonly to: string | null; readonly by: string },
): ReturnType<StrandedStore["move"]> {
  const own = routes.byDefault();
  if (routes.byName(from) || own?.route === from) {
    const name = from === DEFAULT_ROUTE ? "default route" : `gateway ${from}`;
    throw new DomainError("not_in_this_state", `The ${name} is configured, and its messages are sent through it.`);
  }
  const target = to === null ? own : routes.byName(to);
  if (!target && to === null) throw new DomainError("no_gateway", "No gateway of the default route can be used.");
  if (to === null && target!.route !== DEFAULT_ROUTE) {
    throw new DomainError(
      "no_gateway",
      `The default route is ${target!.route}, which sends nothing. If that is intended, name it as the target.`,
    );
  }
  if (!target) throw noGateway(to!, routes.names());
  return stranded.move(from, target, by);
}

/** Why an open message makes no progress, as a sentence; null: no known reason. */
export function waitsFor(view: MessageView, routes: Routes, health: GatewayBoard["health"]): string | null {
  const { trouble, state, route } = view;
  if (trouble !== null) return trouble;
  if (!openMessageStates.includes(state)) return null;
  const byDefault = routes.byDefault();
  const own = byDefault?.route === route ? byDefault : routes.byName(route);
  if (own) return waitsForPaused(view, own, health);
  if (route === DEFAULT_ROUTE) {
    return "No gateway of the default route can be used. Its messages wait until one is added or enabled, they are rerouted, or they expire.";
  }
  return `The gateway ${route} is not configured. Its messages wait until it is configured again, they are rerouted, or they expire.`;
}

/**
 * Only if every gateway that any of its deliveries may be given to is paused: nothing of it leaves then. With one that
 * is not, it is not known of a message, but of each entry of the log.
 */
function waitsForPaused(
  { state, category, deliveries }: MessageView,
  own: RouteInfo,
  health: GatewayBoard["health"],
): string | null {
  if (state === "paused" || (deliveries["queued"] ?? 0) === 0) return null;
  return queueWait(routeFor(own, category, null).gateways, health)?.text ?? null;
}
