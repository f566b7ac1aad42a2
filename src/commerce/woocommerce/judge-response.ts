import { hasPhpMessage, readPhpJson } from "#lib/php-json";
import { second } from "#lib/time";

import type { ShopSettings } from "./dsn.ts";
import { fieldOf } from "./fields.ts";
import { mayBeUnseen, type AuthMethod } from "./auth-methods.ts";

/**
 * `total`: the number of rows in the collection, null where the shop does not report it; past the last row the shop
 * reports 0.
 */
export type ShopPage = { readonly rows: readonly unknown[]; readonly total: number | null };

/** What a response of the shop means. */
export type Answer =
  /** null: the response is too long. */
  | { readonly kind: "page"; readonly page: ShopPage | null }
  | { readonly kind: "again"; readonly why: string; readonly afterMs: number }
  /** The shop may not have recognized the caller. */
  | { readonly kind: "unseen"; readonly why: string }
  | { readonly kind: "refused"; readonly why: string };

type RequestSettings = Pick<ShopSettings, "auth" | "permalinks" | "role">;

/** @param body null: the response is too long */
export function judge(
  { status, headers }: Response,
  body: string | null,
  method: AuthMethod,
  settings: RequestSettings,
): Answer {
  if (status === 429 || status >= 500) {
    return { kind: "again", why: `answers ${status}`, afterMs: Number(headers.get("retry-after") ?? 0) * second || 0 };
  }
  if (status >= 300 && status < 400) {
    const target = headers.get("location") ?? "";
    const to = URL.canParse(target) ? ` to ${new URL(target).origin}` : "";
    return { kind: "refused", why: `redirects${to}: put its final address into TIDINGS_COMMERCE` };
  }
  const json = body === null ? null : readPhpJson(body);
  if (status !== 200) {
    const code = codeOf(json);
    const why = refusal(status, code, paramsOf(json), settings);
    return { kind: status === 401 && mayBeUnseen(method, code) ? "unseen" : "refused", why };
  }
  if (body === null) return { kind: "page", page: null };
  if (!Array.isArray(json)) return { kind: "refused", why: notTheApi(body) };
  const total = headers.get("x-wp-total");
  return { kind: "page", page: { rows: json, total: total !== null && /^\d+$/.test(total) ? Number(total) : null } };
}

/** What an administrator has to do. Decided by the status, because error codes vary with the site's plugins. */
function refusal(status: number, code: string, params: readonly string[], settings: RequestSettings): string {
  const answered = `(${status}${code === "" ? "" : ` ${code}`})`;
  if (status === 401) return `refuses our credentials ${answered}: ${whyUnseen(settings)}`;
  if (status === 403 && code === "")
    return `or a firewall or security plugin in front of it refuses our calls ${answered}`;
  if (status === 403) {
    // The service account of the platform has no key.
    const who = settings.auth === "key" ? "the key must belong to" : "the account must be";
    return `does not allow reading its customers and orders ${answered}: ${who} an administrator or shop manager`;
  }
  if (status === 404)
    return `has no WooCommerce REST API ${answered}: WooCommerce is off, or permalinks=false is needed`;
  if (params.includes("role")) return `refuses the request ${answered}: it has no role ${settings.role}`;
  return `refuses the request ${answered}${params.length === 0 ? "" : `: ${params.join(", ")}`}`;
}

function notTheApi(body: string): string {
  const isWarning = hasPhpMessage(body);
  return `returns something that is not WooCommerce's REST API${isWarning ? ": PHP's warnings precede it; display_errors=Off removes them" : ""}`;
}

function whyUnseen({ auth, permalinks }: RequestSettings): string {
  if (auth === "password") {
    return "the application password is wrong, was revoked, or its web server drops the Authorization header";
  }
  const key =
    "the key is wrong, was revoked or lacks the permission Read, the clocks differ by more than 15 minutes, or home=… is missing";
  return permalinks
    ? key
    : `${key}; most versions of WooCommerce accept no key with plain permalinks, but they accept an application password`;
}

function codeOf(json: unknown): string {
  const code = fieldOf(json, "code");
  return typeof code === "string" && /^[\w-]{1,80}$/.test(code) ? code : "";
}

/** The parameters that WordPress rejected. */
function paramsOf(json: unknown): readonly string[] {
  const params = fieldOf(fieldOf(json, "data"), "params");
  const names = typeof params === "object" && params !== null ? Object.keys(params) : [];
  return names.filter((name) => /^\w{1,40}$/.test(name)).slice(0, 5);
}
