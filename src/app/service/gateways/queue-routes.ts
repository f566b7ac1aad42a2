import { DEFAULT_ROUTE } from "#domain/routing/route";
import { namesOf } from "#domain/routing/routes";

import type { OpenGateways } from "./open-gateways.ts";

/** The routes on which deliveries may wait: the default one, those that its rules lead to, and each gateway's own. */
export function queueRoutes({ gateways, routing }: Pick<OpenGateways, "gateways" | "routing">): readonly string[] {
  return [...new Set([DEFAULT_ROUTE, ...routing.resolvedRoutes.map(({ route }) => route), ...namesOf(gateways)])];
}
