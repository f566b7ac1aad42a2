import type { ShopSettings } from "./dsn.ts";

/**
 * How a call authenticates: with an Authorization header, or with a signature (OAuth 1.0a) over an http or an https
 * address, whichever the shop takes for its own.
 */
export type AuthMethod = "basic" | "http:" | "https:";

/**
 * The authentication methods of a shop, the usual one first. WooCommerce accepts a key as Basic only if is_ssl() is
 * true, and checks signatures against that scheme (includes/class-wc-rest-authentication.php). So a signature helps
 * where a web server drops the Authorization header, and where TLS ends at a proxy in front of a shop that does not
 * detect it.
 */
export function authMethodsOf({
  auth,
  site,
  home,
}: Pick<ShopSettings, "auth" | "site" | "home">): readonly AuthMethod[] {
  if (auth === "password") return ["basic"];
  if (site.startsWith("https:")) return ["basic", "https:", "http:"];
  return home.startsWith("https:") ? ["http:", "https:"] : ["http:"];
}

/** Whether a 401 may mean that the shop did not receive the credentials, rather than that it rejected them. */
export function mayBeUnseen(method: AuthMethod, code: string): boolean {
  return method !== "basic" || code !== "woocommerce_rest_authentication_error";
}

/**
 * The address that is signed: scheme of the call, host and path of the shop. The shop strips its own path and prepends
 * it again, so an address with no path below the shop's ends without a slash.
 *
 * @param below path below the shop's address, with a leading slash
 */
export function signedAddress(home: string, method: AuthMethod, below: string): string {
  return `${home.replace(/^https?:/, method)}${below === "/" ? "" : below}`;
}
