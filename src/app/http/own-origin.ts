import type { ApiDeps } from "#api/services";

/**
 * Tells whether an Origin header is this service's own: that of its address, or of the address that the call went to. A
 * page cannot have a browser send another Host.
 *
 * @param urls TIDINGS_PUBLIC_URL, and the address that is listened at
 */
export function ownOrigins(urls: readonly string[]): ApiDeps["isOwnOrigin"] {
  const own = new Set(urls.map((url) => new URL(url).origin));
  return (origin, { host, encrypted }) => {
    // A sandboxed page sends "null", which is no URL.
    const from = URL.parse(origin);
    if (!from) return false;
    if (own.has(from.origin)) return true;
    // What somebody on the way put into a page over plain http is not ours.
    if (encrypted && from.protocol !== "https:") return false;
    // Read as a URL, so that a port is left out where it is the scheme's own.
    return URL.parse(`${from.protocol}//${host}`)?.host === from.host;
  };
}
