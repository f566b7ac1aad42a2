import { createHmac } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";

import { testCertificate, testKey } from "./certificate.ts";

export type StandInCustomer = {
  readonly id: number;
  readonly role?: string;
  readonly phone: string;
  readonly country?: string;
};

export type StandInOrder = {
  readonly id: number;
  readonly customer_id: number;
  readonly status: string;
  readonly date_modified_gmt: string;
  readonly billing: Readonly<Record<string, string>>;
} & Readonly<Record<string, unknown>>;

export type ShopStandIn = Awaited<ReturnType<typeof startShopStandIn>>;

type Refusal = { readonly status: number; readonly code: string };

const WRONG_KEY: Refusal = { status: 401, code: "woocommerce_rest_authentication_error" };
const CANNOT_VIEW: Refusal = { status: 401, code: "woocommerce_rest_cannot_view" };
const MAY_NOT: Refusal = { status: 403, code: "woocommerce_rest_cannot_view" };

/**
 * A stand-in for a WooCommerce 8 shop: no WooCommerce, but a real HTTP server written from what one was seen to do.
 * It knows the ways to sign in (application password; consumer key as Basic over https, as OAuth 1.0a over http), the
 * roles that may read, the paging headers and their limits, free-text phones, guests' orders, and faults on demand.
 */
export async function startShopStandIn(options: { readonly tls?: boolean } = {}) {
  const customers: StandInCustomer[] = [];
  const orders: StandInOrder[] = [];
  /** Application passwords: who may read and who may not. */
  const passwords = new Map([
    ["shopkeeper:AbCd EfGh IjKl MnOp QrSt UvWx", "shop_manager"],
    ["writer:AbCd EfGh IjKl MnOp QrSt UvWx", "editor"],
  ]);
  const keys = new Map([["ck_read", "cs_secret"]]);
  /** Answers to give before the right one: a status, or "hang" and "reset". */
  const faults: (number | "hang" | "reset" | "html")[] = [];
  const calls: URL[] = [];
  /** Ids of what the shop cannot load: it is counted, has its place, and is missing from the pages. */
  const unloadable = new Set<number>();
  let before: ((call: URL) => void) | null = null;

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url!, origin());
    calls.push(url);
    before?.(url);
    const fault = faults.shift();
    if (fault === "hang") return;
    if (fault === "reset") return void request.socket.destroy();
    if (fault === "html") return void response.writeHead(200, { "content-type": "text/html" }).end("<html>soon</html>");
    if (fault !== undefined) return void response.writeHead(fault, { "retry-after": "0" }).end("{}");
    answer(url, request, response);
  };
  const server = options.tls
    ? createHttpsServer({ cert: testCertificate, key: testKey }, serve)
    : createHttpServer(serve);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));

  function origin(): string {
    return `${options.tls ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  function answer(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const route = url.searchParams.get("rest_route") ?? url.pathname.replace(/^\/wp-json/, "");
    const match = /^\/wc\/v3\/(customers|orders)(?:\/(\d+))?$/.exec(route);
    if (!match) return json(response, 404, { code: "rest_no_route", message: "No route.", data: { status: 404 } });
    const refused = refusalOf(url, request.headers.authorization);
    if (refused) {
      const { status, code } = refused;
      return json(response, status, { code, message: "No.", data: { status } });
    }
    const rows = match[1] === "customers" ? customerRows(url.searchParams) : orderRows(url.searchParams);
    if (match[2] !== undefined) {
      const row = rows.find(({ id }) => id === Number(match[2]));
      if (!row) return json(response, 404, { code: "woocommerce_rest_shop_order_invalid_id", data: { status: 404 } });
      return json(response, 200, row);
    }
    page(url.searchParams, rows, response);
  }

  function refusalOf(url: URL, authorization: string | undefined): Refusal | null {
    const query = url.searchParams;
    if (authorization?.startsWith("Basic ")) {
      const pair = Buffer.from(authorization.slice(6), "base64").toString();
      const [user = "", secret = ""] = pair.split(/:(.*)/s);
      if (user.startsWith("ck_")) {
        // Keys are taken as Basic over https only; over http nobody looks at them.
        if (!options.tls) return CANNOT_VIEW;
        return keys.get(user) === secret ? null : WRONG_KEY;
      }
      const spaced = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, "");
      const found = [...passwords].find(([known]) => {
        const [name, password] = known.split(":");
        return name === user && spaced(password!) === spaced(secret);
      });
      if (!found) return { status: 401, code: "incorrect_password" };
      return ["administrator", "shop_manager"].includes(found[1]) ? null : MAY_NOT;
    }
    const key = query.get("oauth_consumer_key");
    if (key === null || options.tls) return CANNOT_VIEW;
    const secret = keys.get(key);
    if (secret === undefined || signatureOf(url, secret) !== query.get("oauth_signature")) return WRONG_KEY;
    return Math.abs(Date.now() / 1_000 - Number(query.get("oauth_timestamp"))) > 900 ? WRONG_KEY : null;
  }

  function customerRows(query: URLSearchParams): { id: number }[] {
    const role = query.get("role") ?? "customer";
    return customers
      .filter((one) => role === "all" || (one.role ?? "customer") === role)
      .map(({ id, phone, country = "", ...more }) => ({
        id,
        role: more.role ?? "customer",
        email: `c${id}@example.test`,
        billing: { first_name: "C", phone, country },
        meta_data: [{ key: "_application_passwords", value: "$P$Bsecret" }],
      }));
  }

  function orderRows(query: URLSearchParams): { id: number }[] {
    const customer = query.get("customer");
    const after = query.get("modified_after");
    return orders
      .filter((one) => customer === null || one.customer_id === Number(customer))
      .filter((one) => after === null || one.date_modified_gmt > after.replace("Z", ""));
  }

  function page(query: URLSearchParams, rows: readonly { id: number }[], response: ServerResponse): void {
    const perPage = Number(query.get("per_page") ?? "10");
    if (!(perPage >= 1 && perPage <= 100)) {
      return json(response, 400, { code: "rest_invalid_param", message: "per_page", data: { status: 400 } });
    }
    const number = Number(query.get("page") ?? "1");
    const offset = Number(query.get("offset") ?? (number - 1) * perPage);
    const key = query.get("orderby") === "modified" ? "date_modified_gmt" : "id";
    const sorted = rows.toSorted((a, b) => {
      const [x, y] = [a, b].map((row) => (row as unknown as Record<string, string | number>)[key]!) as [number, number];
      return (x < y ? -1 : x > y ? 1 : a.id - b.id) * (query.get("order") === "asc" ? 1 : -1);
    });
    const pages = Math.ceil(rows.length / perPage);
    const links = number < pages ? { link: `<${origin()}/wp-json/wc/v3?page=${number + 1}>; rel="next"` } : {};
    json(
      response,
      200,
      sorted
        .slice(offset, offset + perPage)
        .filter(({ id }) => !unloadable.has(id))
        .map((row) => reduced(row, query.get("_fields"))),
      { "x-wp-total": String(rows.length), "x-wp-totalpages": String(pages), ...links },
    );
  }

  return {
    customers,
    orders,
    passwords,
    keys,
    faults,
    unloadable,
    /** Every call that came in. */
    calls,
    /** Called before each answer, for a shop that changes while it is read. */
    beforeEach(call: ((url: URL) => void) | null) {
      before = call;
    },
    url: origin(),
    /** DSN of this shop for TIDINGS_COMMERCE. */
    dsn: (more = "", who = "ck_read:cs_secret") => `woocommerce+${origin().replace("://", `://${who}@`)}${more}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** `_fields=id,billing.phone`: nested names work in this API. */
function reduced(row: object, fields: string | null): object {
  if (fields === null) return row;
  const result: Record<string, unknown> = {};
  for (const name of fields.split(",")) {
    const [head, tail] = name.split(".") as [string, string | undefined];
    const value = (row as Record<string, unknown>)[head];
    if (value === undefined) continue;
    if (tail === undefined) result[head] = value;
    else {
      const part = (result[head] ??= {}) as Record<string, unknown>;
      part[tail] = (value as Record<string, unknown>)[tail];
    }
  }
  return result;
}

/** RFC 5849, written from the standard and not from the adapter. */
export function signatureOf(url: URL, secret: string): string {
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
  const base = ["GET", strict(`${url.origin}${url.pathname}`), strict(pairs.join("&"))].join("&");
  return createHmac("sha256", `${secret}&`).update(base).digest("base64");
}

function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers });
  response.end(JSON.stringify(body));
}
