import { DomainError } from "../error.ts";
import type { MessageView } from "../messages/message-view.ts";
import type { Routes } from "../routing/routes.ts";
import type { StrandedStore } from "./stranded-store.ts";

export type RerouteDeps = { readonly stranded: StrandedStore; readonly routes: Routes };

/**
 * Sends by another way what waits for a gateway that is no more. Nobody does that unasked: whoever named a gateway may
 * have had a reason.
 *
 * @param to a gateway's name; null: the default route
 * @throws DomainError not_in_this_state where the gateway is in the setting, no_gateway, not_found where `to` is not
 */
export async function rerouteTexts(
  { stranded, routes }: RerouteDeps,
  { from, to, by }: { readonly from: string; readonly to: string | null; readonly by: string },
): ReturnType<StrandedStore["move"]> {
  if (routes.byName(from)) {
    throw new DomainError("not_in_this_state", `The gateway ${from} is in the setting: its texts leave by it.`);
  }
  const target = to === null ? routes.byDefault() : routes.byName(to);
  if (!target && to === null) throw new DomainError("no_gateway", "No gateway is configured.");
  if (!target)
    throw new DomainError("not_found", `There is no gateway ${to}. There are: ${routes.names().join(", ")}.`);
  return stranded.move(from, target, by);
}

/** Why an open message does not get on, in words; null: nothing is known that holds it up. */
export function waitsFor({ trouble, state, route }: MessageView, routes: Routes): string | null {
  if (trouble !== null) return trouble;
  if (!["resolving", "running", "paused"].includes(state)) return null;
  if (routes.byName(route) || routes.byDefault()?.route === route) return null;
  return `The gateway ${route} is not in the setting. Its texts wait until it is there again, they are given another way, or their time is over.`;
}
