/**
 * Why this page cannot use passkeys: browsers bind them to a host name, and require HTTPS except on the same machine.
 * null: it can.
 */
export function passkeyObstacle(): "address" | "browser" | null {
  const { hostname, protocol } = location;
  const isName = /[^\d.]/.test(hostname) && !hostname.startsWith("[");
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (!isName || (protocol !== "https:" && !isLocal)) return "address";
  return "PublicKeyCredential" in window ? null : "browser";
}
