import { createHmac } from "node:crypto";

/** An error response: WordPress writes all of them in one form. */
export type ShopError = { readonly status: number; readonly code: string; readonly params?: readonly string[] };

export type ShopKey = {
  readonly secret: string;
  /** Role of the user it belongs to. */
  readonly role: string;
  readonly permissions: "read" | "write" | "read_write";
};

export type ShopDoor = {
  /** Application passwords: `user:password`, and the user's role. */
  readonly passwords: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, ShopKey>;
  /** Whether the shop considers the call https. */
  readonly ssl: boolean;
  /** The shop's own address, without a slash at its end. */
  readonly home: string;
  /** Whether a key is accepted after ?rest_route=: only newer shops look there. */
  readonly plainKeys: boolean;
  readonly usedNonces: Set<string>;
};

const WRONG: ShopError = { status: 401, code: "woocommerce_rest_authentication_error" };

/**
 * The caller: the role, "" for an anonymous one, or the error that ends the call before anything else is checked.
 *
 * From woocommerce/woocommerce, includes/class-wc-rest-authentication.php:
 *
 * - a key counts only if the address contains wp-json/wc/ (issue 41191); `?rest_route=` since 11.1
 * - as query or HTTP Basic only over https; an unknown one is anonymous, one with a wrong secret an error
 * - otherwise OAuth 1.0a over either: known key, signature, ± 15 minutes, a new nonce, in this order
 * - a key without the right to read is the same error
 *
 * Application passwords are WordPress's own (wp-includes/user.php); they come after the keys.
 */
export function roleOf(door: ShopDoor, url: URL, authorization: string | undefined): string | ShopError {
  const [user = "", secret = ""] = basicOf(authorization);
  const keysCount = url.pathname.includes("/wp-json/wc/") || (door.plainKeys && url.searchParams.has("rest_route"));
  if (keysCount) {
    const found = keyOf(door, url, user, secret);
    if (found && "code" in found) return found;
    if (found) return found.permissions === "write" ? WRONG : found.role;
  }
  if (user === "" || user.startsWith("ck_")) return "";
  const letters = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, "");
  for (const [known, role] of door.passwords) {
    const [name, password] = known.split(":");
    if (name === user && letters(password!) === letters(secret)) return role;
  }
  return { status: 401, code: "incorrect_password" };
}

function keyOf(door: ShopDoor, url: URL, user: string, secret: string): ShopKey | ShopError | null {
  const query = url.searchParams;
  if (door.ssl) {
    const [name, given] = query.has("consumer_key")
      ? [query.get("consumer_key")!, query.get("consumer_secret")]
      : [user, secret];
    const key = door.keys.get(name);
    if (key) return key.secret === given ? key : WRONG;
  }
  const names = ["consumer_key", "timestamp", "nonce", "signature", "signature_method"].map((name) => `oauth_${name}`);
  const missing = names.filter((name) => !query.get(name));
  if (missing.length === names.length) return null;
  if (missing.length > 0) return { status: 401, code: "woocommerce_rest_authentication_missing_parameter" };
  const key = door.keys.get(query.get("oauth_consumer_key")!);
  if (!key || signatureOf(url, key.secret, addressOf(door, url)) !== query.get("oauth_signature")) return WRONG;
  if (Math.abs(Date.now() / 1_000 - Number(query.get("oauth_timestamp"))) > 900) return WRONG;
  const nonce = query.get("oauth_nonce")!;
  if (door.usedNonces.has(nonce)) return WRONG;
  door.usedNonces.add(nonce);
  return key;
}

/**
 * check_oauth_signature: the scheme is that of the call, host and path are the shop's; an empty path is not a slash.
 */
function addressOf({ ssl, home }: ShopDoor, url: URL): string {
  const { host, pathname } = new URL(home);
  const base = pathname.endsWith("/") ? pathname : `${pathname}/`;
  const below = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : url.pathname.replace(/^\/+/, "");
  return `${ssl ? "https" : "http"}://${host}${base.slice(0, -1)}${below === "" ? "" : `/${below}`}`;
}

function basicOf(authorization: string | undefined): string[] {
  if (!authorization?.startsWith("Basic ")) return [];
  return Buffer.from(authorization.slice(6), "base64").toString().split(/:(.*)/s);
}

/** RFC 5849, written from the standard and not from the adapter. */
export function signatureOf(url: URL, secret: string, address = `${url.origin}${url.pathname}`): string {
  const strict = (text: string): string =>
    [...Buffer.from(text)]
      .map((byte) =>
        /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte))
          ? String.fromCharCode(byte)
          : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
      )
      .join("");
  const pairs = [...url.searchParams]
    .filter(([name]) => name !== "oauth_signature")
    .map(([name, value]) => [strict(name), strict(value)] as const)
    .toSorted(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`);
  const base = ["GET", strict(address), strict(pairs.join("&"))].join("&");
  return createHmac("sha256", `${secret}&`).update(base).digest("base64");
}
