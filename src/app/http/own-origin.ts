import type { ApiDeps } from "#api/services";

/**
 * Whether an Origin header is this service's own: that of its address, or of the address that the call went to. A page
 * cannot make a browser send a different Host.
 *
 * @param urls TIDINGS_PUBLIC_URL, and the address that the service listens on
 */
export function ownOrigins(urls: readonly string[]): ApiDeps["isOwnOrigin"] {
  const own = new Set(urls.map((url) => new URL(url).origin));
  return (origin, { host, encrypted }) => {
    // A sandboxed page sends "null", which is no URL.
    const from = URL.parse(origin);
    if (!from) return false;
    if (own.has(from.origin)) return true;
    // Content injected into a page over plain http is not ours.
    if (encrypted && from.protocol !== "https:") return false;
    // Parsed as a URL, so that the scheme's default port is left out.
    return URL.parse(`${from.protocol}//${host}`)?.host === from.host;
  };
}
