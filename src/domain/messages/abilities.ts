import { DomainError } from "../error.ts";
import type { GatewayAbilities } from "../gateways/gateway.ts";
import type { RouteInfo } from "../routing/routes.ts";
import type { Phone } from "../recipients/phone.ts";
import type { ContentInput } from "./content.ts";
import { requireMedia, type InspectMedia } from "./media-limits.ts";
import type { Category } from "./message.ts";

type Wanted = { readonly content: ContentInput; readonly category: Category; readonly route: RouteInfo };

/**
 * @param what what cannot be sent, such as "nothing" or "no code"
 * @throws DomainError no_gateway
 */
export function requireRoute(route: RouteInfo | null, what = "nothing"): RouteInfo {
  if (route) return route;
  throw new DomainError(
    "no_gateway",
    `No gateway of the default route can be used, so ${what} could be sent. Add or enable one, or set TIDINGS_GATEWAY.`,
  );
}

/**
 * A call with its route, which is not copied: a batch has a thousand of them.
 *
 * @throws DomainError no_gateway
 */
export function withRoute<Call extends { readonly route: RouteInfo | null }>(
  call: Call,
): Call & { readonly route: RouteInfo } {
  requireRoute(call.route);
  return call as Call & { readonly route: RouteInfo };
}

/**
 * Checks a content, before it is accepted, against every reason for which one of the gateways that may have to send it
 * could refuse it.
 *
 * @param phones null: any recipient
 * @returns null: nothing has to be waited for
 * @throws DomainError gateway_cannot; invalid_parameter if a file certainly does not exist
 */
export function requireSendable(
  wanted: Wanted,
  phones: readonly Phone[] | null,
  inspect: InspectMedia | undefined,
): Promise<void> | null {
  const { gateway, abilities } = requireAbilities(wanted, phones);
  const { media } = wanted.content;
  return media.length > 0 ? requireMedia(inspect, media, gateway, abilities) : null;
}

/**
 * @returns the abilities common to the gateways that may have to send it
 * @throws DomainError gateway_cannot if those are not what the content needs
 */
export function requireAbilities(
  { content, category, route }: Wanted,
  phones: readonly Phone[] | null,
): Pick<RouteInfo, "gateway" | "abilities"> {
  const { text, flash, media } = content;
  // Only these need an ability. For any other content, the rules are not evaluated.
  const asks = flash || media.length > 0 || text.length > (route.abilities.maxCharacters ?? Infinity);
  if (!asks) return route;
  const narrowed = route.narrow?.(category, phones) ?? route;
  const { gateway, abilities: can } = narrowed;
  const lack = missingAbility(content, can);
  if (lack?.field === "flash") {
    throw new DomainError("gateway_cannot", `${gateway} cannot send flash messages.`, [
      { field: "flash", code: "not_supported", message: "is not possible with this gateway" },
    ]);
  }
  const { maxCharacters: most = Infinity } = can;
  if (text.length > most) {
    const length = text.length.toLocaleString("en");
    const limit = `accepts messages of at most ${most.toLocaleString("en")} characters`;
    throw new DomainError("gateway_cannot", `${gateway} ${limit}; this one has ${length}.`, [
      { field: "message", code: "too_long", message: `has ${length} characters: the gateway ${limit}` },
    ]);
  }
  if (lack) {
    throw new DomainError("gateway_cannot", `${gateway} ${lack.words}.`, [
      { field: lack.field, code: "not_supported", message: `is not possible: the gateway ${lack.words}` },
    ]);
  }
  return narrowed;
}

/** What a gateway would leave out of a content without saying so; null: nothing. `words` follow the gateway's name. */
export function missingAbility(
  { flash, media }: Pick<ContentInput, "flash" | "media">,
  can: Pick<GatewayAbilities, "flash" | "media" | "maxMedia">,
): { readonly field: "flash" | "media_urls"; readonly words: string } | null {
  if (flash && !can.flash) return { field: "flash", words: "cannot send flash messages" };
  if (media.length === 0) return null;
  if (!can.media) return { field: "media_urls", words: "cannot send media" };
  const { maxMedia: most = Infinity } = can;
  return media.length > most ? { field: "media_urls", words: `accepts at most ${most} media` } : null;
}
