import { Secret } from "#lib/redact";
import { err, ok, type Result } from "#lib/result";

/** A shop, as TIDINGS_COMMERCE names it. */
export type ShopSettings = {
  /** Address of the site, without a slash at its end. */
  readonly site: string;
  /** How the site calls itself in texts. */
  readonly siteName: string;
  /** Consumer key, or user name. */
  readonly user: string;
  /** Consumer secret, or application password. */
  readonly password: Secret;
  readonly auth: "key" | "password";
  /** Whether people who ordered without an account are customers. */
  readonly guests: boolean;
  /** Role of the people who are customers; "all": whoever has an account. */
  readonly role: string;
  /** What order webhooks are signed with; null: none are taken. */
  readonly webhookSecret: Secret | null;
  /** False: the site has plain permalinks, and its API stands behind ?rest_route=. */
  readonly permalinks: boolean;
  /** Minutes between two looks for orders whose webhook was lost; 0: never. */
  readonly lookMinutes: number;
};

const OPTIONS = new Set(["auth", "guests", "look_minutes", "name", "permalinks", "role", "webhook_secret"]);
const SHORTEST_SECRET = 16;
const LONGEST_PAUSE = 1_440;

/**
 * Reads `woocommerce+https://KEY:SECRET@shop.example/path?guests=true&webhook_secret=…`. The fault reads after the name
 * of the setting and never has a secret in it.
 */
export function readShopDsn(text: string): Result<ShopSettings, string> {
  const match = /^woocommerce\+(https?:\/\/.+)$/i.exec(text.trim());
  if (!match || !URL.canParse(match[1]!)) return err("must be woocommerce+https://KEY:SECRET@shop.example");
  const url = new URL(match[1]!);
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (!user || !password) return err("needs KEY:SECRET (or USER:APPLICATION-PASSWORD) before the shop's host");
  const options = url.searchParams;
  const unknown = [...options.keys()].find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) return err(`has the unknown option ${unknown.slice(0, 40)}`);
  const auth = options.get("auth") ?? (user.startsWith("ck_") ? "key" : "password");
  if (auth !== "key" && auth !== "password") return err("auth must be key or password");
  if (auth === "password" && url.protocol === "http:" && !isThisMachine(url.hostname)) {
    return err("would send an application password in clear: use https, or a consumer key, which signs over http");
  }
  const guests = toggle(options.get("guests"), false);
  const permalinks = toggle(options.get("permalinks"), true);
  if (guests === null || permalinks === null) return err("guests and permalinks must be true or false");
  const role = options.get("role") ?? "customer";
  if (!/^[a-z0-9_-]{1,60}$/.test(role)) return err("role must be the name of a role, or all");
  const webhookSecret = options.get("webhook_secret");
  if (webhookSecret !== null && webhookSecret.length < SHORTEST_SECRET) {
    return err(`webhook_secret must have at least ${SHORTEST_SECRET} characters`);
  }
  const lookMinutes = Number(options.get("look_minutes") ?? "0");
  if (!Number.isInteger(lookMinutes) || lookMinutes < 0 || lookMinutes > LONGEST_PAUSE) {
    return err(`look_minutes must be a number from 0 to ${LONGEST_PAUSE}`);
  }
  return ok({
    site: `${url.origin}${url.pathname.replace(/\/+$/, "")}`,
    siteName: options.get("name") ?? url.host,
    user,
    password: new Secret(password),
    auth,
    guests,
    role,
    webhookSecret: webhookSecret === null ? null : new Secret(webhookSecret),
    permalinks,
    lookMinutes,
  });
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function toggle(text: string | null, otherwise: boolean): boolean | null {
  if (text === null) return otherwise;
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : null;
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
