import type { Category } from "../messages/message.ts";
import type { Phone } from "../recipients/phone.ts";
import type { GatewayAbilities } from "../gateways/gateway.ts";

/** A way out that a message can be given to. */
export type RouteInfo = {
  /** What the queue calls it: "default", or a gateway's name. */
  readonly route: string;
  /** The gateway that would take the next message. */
  readonly gateway: string;
  /** What every gateway on the way can do. */
  readonly abilities: GatewayAbilities;
  /** Nothing leaves the machine this way. */
  readonly sandbox: boolean;
  /**
   * The same where rules leave fewer gateways to texts of this category, to these numbers; null: to anybody. Absent:
   * there are no rules.
   */
  readonly narrow?: (category: Category, phones: readonly Phone[] | null) => Pick<RouteInfo, "gateway" | "abilities">;
};

/** The gateways as those see them who only choose one. */
export type Routes = {
  /** null: no gateway is configured. */
  byDefault(): RouteInfo | null;
  byName(name: string): RouteInfo | null;
  names(): readonly string[];
};
