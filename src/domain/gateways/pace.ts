import { minute, second } from "#lib/time";

import type { Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import { resolvedRoutesFor } from "../routing/resolve.ts";
import type { RouteInfo } from "../routing/routes.ts";
import { serving } from "../routing/serving.ts";
import type { GatewayBoard } from "./gateway-board.ts";

/**
 * Messages per minute that the rates of the gateways in use allow together; null: one of them has no rate. What else
 * waits in the queue is not part of it.
 *
 * @param segments of a message, on average
 * @param phones the recipients; null: not known
 */
export function paceOf(
  board: GatewayBoard,
  { route, narrow }: RouteInfo,
  category: Category,
  phones: readonly Phone[] | null,
  segments: number,
): number | null {
  const { gateways, route: tree } = board;
  const isNamed = gateways.some(({ name }) => name === route);
  const names = isNamed
    ? [route]
    : new Set(
        resolvedRoutesFor(tree, category, narrow ? phones : null).flatMap((resolved) =>
          serving(resolved, (name) => board.health(name)),
        ),
      );
  let perMinute = 0;
  for (const name of names) {
    const gateway = gateways.find((one) => one.name === name);
    if (!gateway) continue;
    if (gateway.rate === null) return null;
    perMinute += ((gateway.rate / (gateway.ratePer === "segment" ? segments : 1)) * minute) / second;
  }
  return perMinute === 0 ? null : perMinute;
}
