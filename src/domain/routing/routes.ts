import type { RateUnit } from "../deliveries/throttle.ts";
import { DomainError } from "../error.ts";
import type { Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { GatewayAbilities } from "../gateways/gateway.ts";

/** A route that a message can be sent by. */
export type RouteInfo = {
  /** Its name in the queue: "default", or a gateway's name. */
  readonly route: string;
  /** The gateway that would send the next message. */
  readonly gateway: string;
  /** All that may send it. */
  readonly gateways: readonly string[];
  /** It is the default route, under any of its present names in the queue. */
  readonly isDefault?: true;
  /** The abilities common to all gateways of the route. */
  readonly abilities: GatewayAbilities;
  /** Nothing leaves the machine on this route. */
  readonly sandbox: boolean;
  /** How many units a second its gateway may send. Absent: it has no limit, or there are several gateways. */
  readonly limit?: { readonly rate: number; readonly per: RateUnit };
  /**
   * The same, restricted to the gateways that rules allow for this category and these numbers (null: any number).
   * Absent: there are no rules.
   */
  readonly narrow?: (
    category: Category,
    phones: readonly Phone[] | null,
  ) => Pick<RouteInfo, "gateway" | "gateways" | "abilities">;
};

/** The gateways as seen by code that only chooses one. */
export type Routes = {
  /** null: no gateway of the default route can be used. */
  byDefault(): RouteInfo | null;
  byName(name: string): RouteInfo | null;
  names(): readonly string[];
};

export const namesOf = (gateways: readonly { readonly name: string }[]): string[] => gateways.map(({ name }) => name);

/** @param names the gateways there are */
export function noGateway(name: string, names: readonly string[]): DomainError {
  return new DomainError(
    "not_found",
    `There is no gateway ${name.slice(0, 40)}. Configured: ${names.join(", ") || "none"}.`,
  );
}

/**
 * The same route for a certain message: its gateways are those that the rules choose, not all of them.
 *
 * @param phones the recipients; null: not known yet
 */
export function routeFor(route: RouteInfo, category: Category, phones: readonly Phone[] | null): RouteInfo {
  if (!route.narrow) return route;
  const { gateway, gateways } = route.narrow(category, phones);
  return { ...route, gateway, gateways };
}
