import { DomainError } from "../error.ts";
import type { MessageView } from "../messages/message-view.ts";
import { openMessageStates } from "../messages/message.ts";
import { DEFAULT_ROUTE } from "../routing/route.ts";
import { noGateway, type Routes } from "../routing/routes.ts";
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
export function waitsFor({ trouble, state, route }: MessageView, routes: Routes): string | null {
  if (trouble !== null) return trouble;
  if (!openMessageStates.includes(state)) return null;
  if (routes.byName(route) || routes.byDefault()?.route === route) return null;
  if (route === DEFAULT_ROUTE) {
    return "No gateway of the default route can be used. Its messages wait until one is added or enabled, they are rerouted, or they expire.";
  }
  return `The gateway ${route} is not configured. Its messages wait until it is configured again, they are rerouted, or they expire.`;
}
