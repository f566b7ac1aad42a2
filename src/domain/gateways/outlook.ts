import type { Category } from "../messages/message.ts";
import type { CreditStore, StoredCredit } from "../credit/credit-store.ts";
import type { GatewayBoard } from "./gateway-board.ts";
import type { RouteInfo } from "../routing/routes.ts";
import type { Phone } from "../recipients/phone.ts";
import { gatewaysOf } from "../routing/route.ts";

export type OutlookDeps = { readonly board: GatewayBoard; readonly credit: CreditStore };

/** How it stands with the way that a text takes: its balance as it was last read, and what keeps texts waiting. */
export type Outlook = { readonly credit: StoredCredit | null; readonly warnings: readonly string[] };

/**
 * What the sender of a text ought to know of its way now: that nothing leaves by it, or that its credit is used up. No
 * gateway is asked.
 */
export async function outlookOf(
  { board, credit }: OutlookDeps,
  route: RouteInfo,
  category: Category,
  phones: readonly Phone[] | null,
): Promise<Outlook> {
  const balance = await credit.last(route.gateway);
  const isNamed = board.gateways.some(({ name }) => name === route.route);
  const members = isNamed ? [route.gateway] : gatewaysOf(board.route);
  const paused = members.filter((name) => board.health(name).pause !== null);
  const first = route.narrow?.(category, phones).gateway ?? route.gateway;
  const warnings: string[] = [];
  // With others beside it, they take its texts: only rules may leave a text to one alone.
  if ((paused.length > 0 && paused.length === members.length) || (route.narrow && paused.includes(first))) {
    const { reason } = board.health(first).pause!;
    warnings.push(
      `Nothing leaves by ${first} at the moment: it is paused (${reason}). The text waits until that ends.`,
    );
  }
  if (balance !== null && balance.amount.trim() !== "" && Number(balance.amount) <= 0) {
    const at = new Date(balance.checkedAt).toISOString();
    warnings.push(
      `The credit at ${balance.gateway} was ${balance.amount} ${balance.unit} when it was last read (${at}).`,
    );
  }
  return { credit: balance, warnings };
}
