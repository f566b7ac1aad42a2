import { DomainError } from "../error.ts";
import type { RouteInfo } from "../routing/routes.ts";
import type { Phone } from "../recipients/phone.ts";
import type { ContentInput } from "./content.ts";
import { requireMedia, type LookAtMedia } from "./media.ts";
import type { Category } from "./message.ts";

type Wanted = { readonly content: ContentInput; readonly category: Category; readonly route: RouteInfo };

/**
 * @param what what cannot be sent, as "nothing" or "no code"
 * @throws DomainError no_gateway
 */
export function requireRoute(route: RouteInfo | null, what = "nothing"): RouteInfo {
  if (route) return route;
  throw new DomainError("no_gateway", `No gateway is configured, so ${what} could be sent. Set TIDINGS_GATEWAY.`);
}

/**
 * Everything that the gateways which may have to send a content could refuse it for, before it is accepted.
 *
 * @param phones null: anybody
 * @throws DomainError gateway_cannot; invalid_parameter where a file is certainly not there
 */
export async function requireSendable(
  wanted: Wanted,
  phones: readonly Phone[] | null,
  look: LookAtMedia | undefined,
): Promise<void> {
  const { gateway, abilities } = requireAbilities(wanted, phones);
  await requireMedia(look, wanted.content.media, gateway, abilities);
}

/**
 * @returns what those gateways can that may have to send it
 * @throws DomainError gateway_cannot where that is not what the content needs
 */
export function requireAbilities(
  { content, category, route }: Wanted,
  phones: readonly Phone[] | null,
): Pick<RouteInfo, "gateway" | "abilities"> {
  const { text, flash, media } = content;
  // Only these ask for anything. Whom the rules would choose is not looked for on behalf of any other content.
  const asks = flash || media.length > 0 || text.length > (route.abilities.maxCharacters ?? Infinity);
  if (!asks) return route;
  const narrowed = route.narrow?.(category, phones) ?? route;
  const { gateway, abilities: can } = narrowed;
  if (flash && !can.flash) {
    throw new DomainError("gateway_cannot", `${gateway} cannot send flash messages.`, [
      { field: "flash", code: "not_supported", message: "is not possible with this gateway" },
    ]);
  }
  const { maxCharacters: most = Infinity } = can;
  if (text.length > most) {
    const length = text.length.toLocaleString("en");
    const said = `takes texts of at most ${most.toLocaleString("en")} characters`;
    throw new DomainError("gateway_cannot", `${gateway} ${said}; this one has ${length}.`, [
      { field: "message", code: "too_long", message: `has ${length} characters: the gateway ${said}` },
    ]);
  }
  if (media.length > 0 && (!can.media || media.length > (can.maxMedia ?? Infinity))) {
    const lack = can.media ? `takes at most ${can.maxMedia} media` : "cannot send media";
    throw new DomainError("gateway_cannot", `${gateway} ${lack}.`, [
      { field: "media_urls", code: "not_supported", message: `is not possible: the gateway ${lack}` },
    ]);
  }
  return narrowed;
}
