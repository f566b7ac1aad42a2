import type { ShopSettings } from "./dsn.ts";

/**
 * How a call says who makes it: by an Authorization header, or signed (OAuth 1.0a) for a shop that believes that it is
 * called over http, or over https.
 */
export type AuthMethod = "basic" | "http:" | "https:";

/**
 * The ways of a shop, the usual one first. WooCommerce takes a key as Basic only where is_ssl() says https, and checks
 * signatures against that scheme (includes/class-wc-rest-authentication.php). So a signature helps where a web server
 * drops the Authorization header, and where TLS ends before a shop that is not told of it.
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

/** Whether a 401 may mean that the shop did not see who calls, rather than that it knows better. */
export function mayBeUnseen(method: AuthMethod, code: string): boolean {
  return method !== "basic" || code !== "woocommerce_rest_authentication_error";
}

/**
 * The address that a signature is made over: scheme of the call, host and path of the shop. The shop cuts its own path
 * off and sets it before again, so what has no path below it ends without a slash.
 *
 * @param below path below the shop's address, with a slash before it
 */
export function signedAddress(home: string, method: AuthMethod, below: string): string {
  return `${home.replace(/^https?:/, method)}${below === "/" ? "" : below}`;
}
