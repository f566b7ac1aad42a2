import { Secret } from "#lib/secret";
import { err, ok, type Result } from "#lib/result";
import { percentDecoded } from "#lib/percent-decoded";

import { withoutEntities } from "./entities.ts";

/** A shop, as TIDINGS_COMMERCE names it. */
export type ShopSettings = {
  /** Address of the site, without a trailing slash. */
  readonly site: string;
  /** The shop's own address, where the service reaches it by a different one; otherwise `site`. */
  readonly home: string;
  /**
   * The name of the site in messages; null: its own name, where the companion plugin reports it, otherwise its host.
   */
  readonly siteName: string | null;
  /** Consumer key, or user name. */
  readonly user: string;
  /** Consumer secret, or application password. */
  readonly password: Secret;
  readonly auth: "key" | "password";
  /** Whether people who ordered without an account are customers. */
  readonly guests: boolean;
  /** Role of the users who are customers; "all": everyone with an account. */
  readonly role: string;
  /** The secret that order webhooks are signed with; null: none are accepted. */
  readonly webhookSecret: Secret | null;
  /** False: the site has plain permalinks, and its API is behind ?rest_route=. */
  readonly permalinks: boolean;
  /** Minutes between two polls for orders whose webhook was lost; 0: never. */
  readonly lookMinutes: number;
  /** Maximum number of order messages to one phone per day. */
  readonly perDay: { readonly customer: number; readonly staff: number };
};

const OPTIONS = new Set([
  "auth",
  "guests",
  "home",
  "look_minutes",
  "name",
  "per_day",
  "permalinks",
  "role",
  "staff_per_day",
  "webhook_secret",
]);
const MAX_PER_DAY = 10_000;
const SHORTEST_SECRET = 16;
const LONGEST_PAUSE = 1_440;
/** Where the shop's webhooks are accepted, a lost one is found within a quarter of an hour. */
const USUAL_PAUSE = "15";

/**
 * Reads `woocommerce+https://KEY:SECRET@shop.example/path?guests=true&webhook_secret=…`. The error is worded to follow
 * the name of the setting and never contains a secret.
 */
export function readShopDsn(text: string): Result<ShopSettings, string> {
  const match = /^woocommerce\+(https?:\/\/.+)$/i.exec(text.trim());
  if (!match || !URL.canParse(match[1]!))
    return err("must be none, platform, or like woocommerce+https://KEY:SECRET@shop.example");
  const url = new URL(match[1]!);
  const user = percentDecoded(url.username);
  const password = percentDecoded(url.password);
  if (!user || !password) return err("needs KEY:SECRET (or USER:APPLICATION-PASSWORD) before the shop's host");
  if (url.hash !== "") return err("has a #, which must be written %23");
  // Not form encoding: the secrets that WooCommerce generates may contain a plus.
  const options = new URLSearchParams(url.search.replaceAll("+", "%2B"));
  const unknown = [...options.keys()].find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) return err(unknownOption(unknown));
  const twice = [...OPTIONS].find((name) => options.getAll(name).length > 1);
  if (twice !== undefined) return err(`names ${twice} twice`);
  const auth = options.get("auth") ?? (user.startsWith("ck_") ? "key" : "password");
  if (auth !== "key" && auth !== "password") return err("auth must be key or password");
  if (auth === "password" && url.protocol === "http:" && !isThisMachine(url.hostname)) {
    return err("would send an application password in clear text: use https, or a consumer key, which signs over http");
  }
  const guests = toggle(options.get("guests"), false);
  const permalinks = toggle(options.get("permalinks"), true);
  if (guests === null || permalinks === null) return err("guests and permalinks must be true or false");
  const role = options.get("role") ?? "customer";
  if (!/^[a-z0-9_-]{1,60}$/.test(role)) return err("role must be the name of a role, or all");
  const webhookSecret = options.get("webhook_secret");
  // WooCommerce signs with the decoded entities: sixteen characters may be three.
  if (webhookSecret !== null && withoutEntities(webhookSecret).length < SHORTEST_SECRET) {
    return err(`webhook_secret must have at least ${SHORTEST_SECRET} characters`);
  }
  const lookMinutes = wholeNumber(options.get("look_minutes") ?? (webhookSecret === null ? "0" : USUAL_PAUSE));
  if (!(lookMinutes >= 0 && lookMinutes <= LONGEST_PAUSE)) {
    return err(`look_minutes must be a number from 0 to ${LONGEST_PAUSE}`);
  }
  const perDay = {
    customer: wholeNumber(options.get("per_day") ?? "10"),
    staff: wholeNumber(options.get("staff_per_day") ?? "200"),
  };
  if (!Object.values(perDay).every((most) => most >= 1 && most <= MAX_PER_DAY)) {
    return err(`per_day and staff_per_day must be numbers from 1 to ${MAX_PER_DAY}`);
  }
  const site = addressOf(url);
  const home = homeOf(options.get("home"), site);
  if (home === null) return err("home must be the shop's address, such as https://shop.example");
  return ok({
    site,
    home,
    siteName: options.get("name"),
    user,
    password: new Secret(password),
    auth,
    guests,
    role,
    webhookSecret: webhookSecret === null ? null : new Secret(webhookSecret),
    permalinks,
    lookMinutes,
    perDay,
  });
}

function addressOf({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

function homeOf(text: string | null, site: string): string | null {
  if (text === null) return site;
  const url = URL.parse(text);
  const isAddress =
    url && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === "";
  return isAddress ? addressOf(url) : null;
}

/** A secret with an unescaped & is split into options: a name that looks like a part of a secret is not quoted. */
function unknownOption(name: string): string {
  return /^[a-z]{2,12}(_[a-z]{2,12})?$/.test(name)
    ? `has the unknown option ${name}`
    : "has an unknown option: characters such as & in a secret must be percent-encoded";
}

/** NaN if the value is not a number: an empty value does not count as 0, which would switch something off. */
function wholeNumber(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : NaN;
}

function toggle(text: string | null, otherwise: boolean): boolean | null {
  if (text === null) return otherwise;
  if (text === "true" || text === "1") return true;
  return text === "false" || text === "0" ? false : null;
}

function isThisMachine(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
