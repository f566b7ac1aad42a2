import type { Category } from "../messages/message.ts";
import { balanceOf } from "../credit/balance.ts";
import type { CreditStore, StoredCredit } from "../credit/credit-store.ts";
import type { GatewayBoard } from "./gateway-board.ts";
import { routeFor, type RouteInfo } from "../routing/routes.ts";
import type { Phone } from "../recipients/phone.ts";
import { gatewaysOf } from "../routing/route.ts";

export type RouteWarningsDeps = { readonly board: GatewayBoard; readonly credit: CreditStore };

/** What a sender should know about a route: the balance as last read, and what keeps messages waiting. */
export type RouteWarnings = { readonly credit: StoredCredit | null; readonly warnings: readonly string[] };

/**
 * What the sender of a message should know about its route: that nothing is being sent, or that the credit is used up.
 * No gateway is contacted.
 */
export async function routeWarningsOf(
  { board, credit }: RouteWarningsDeps,
  route: RouteInfo,
  category: Category,
  phones: readonly Phone[] | null,
): Promise<RouteWarnings> {
  const { gateway: first } = routeFor(route, category, phones);
  const last = await credit.last(first);
  const warnings: string[] = [];
  const { pause } = board.health(first);
  if (pause !== null && (route.narrow || isWholeRoutePaused(board, route))) {
    warnings.push(
      `${first} is paused (${pause.reason}) and sends nothing at the moment. The message waits until the pause ends.`,
    );
  }
  const balance = last && balanceOf(last);
  if (last !== null && balance !== null && balance <= 0) {
    const at = new Date(last.checkedAt).toISOString();
    warnings.push(`The credit at ${last.gateway} was ${last.amount} ${last.unit} when it was last read (${at}).`);
  }
  return { credit: last, warnings };
}

/** Other gateways take over from a paused one: only rules can restrict a message to a single gateway. */
function isWholeRoutePaused(board: GatewayBoard, route: RouteInfo): boolean {
  const isNamed = board.gateways.some(({ name }) => name === route.route);
  return (isNamed ? [route.gateway] : gatewaysOf(board.route)).every((name) => board.health(name).pause !== null);
}
