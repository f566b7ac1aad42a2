import { leavesOf } from "#domain/routing/route";

import { parseRoute, type RouteResult } from "./parse-route.ts";
import { isName } from "./open.ts";

/**
 * Reads an expression that names gateways and contains no DSN.
 *
 * @param names the gateways there are; null: any name is accepted
 */
export function readRouting(expression: string, names: readonly string[] | null): RouteResult {
  const parsed = parseRoute(expression);
  if (!parsed.ok) return parsed;
  const places = leavesOf(parsed.route);
  for (const [index, leaf] of places.entries()) {
    // A leaf that is no name may be a piece of a DSN with a secret in it: it is not quoted.
    if (!isName(leaf)) return { ok: false, message: `must name gateways only: place ${index + 1} is not a name` };
    if (names && !names.includes(leaf)) return { ok: false, message: `names ${leaf}, and there is no such gateway` };
  }
  return parsed;
}
