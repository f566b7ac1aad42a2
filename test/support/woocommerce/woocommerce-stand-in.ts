import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";

import { testCertificate, testKey } from "../service/certificate.ts";
import { errorOf, pageOf, type Collection } from "./collection.ts";
import { shopHook, type ShopHook } from "./deliver.ts";
import { roleOf, type ShopDoor, type ShopError, type ShopKey } from "./sign-in.ts";
import { listen } from "../service/listen.ts";

export { signatureOf } from "./sign-in.ts";

export type StandInCustomer = {
  readonly id: number;
  readonly role?: string;
  readonly phone: string;
  readonly country?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  /** Default: that of the account. */
  readonly billing_name?: string;
};

export type StandInOrder = {
  readonly id: number;
  readonly customer_id: number;
  readonly status: string;
  readonly date_modified_gmt: string;
  readonly billing: Readonly<Record<string, string>>;
} & Readonly<Record<string, unknown>>;

export type ShopStandIn = Awaited<ReturnType<typeof startShopStandIn>>;

export type StandInOptions = {
  readonly tls?: boolean;
  /** The shop's own address, if it differs from the one it is reached at. */
  readonly home?: string;
  /** TLS ends before the shop, so is_ssl() returns false. */
  readonly tlsUnknown?: boolean;
  /** A web server that runs PHP without the Authorization header. */
  readonly dropsAuthorization?: boolean;
  /** Keys are accepted after ?rest_route=, as in newer shops. */
  readonly plainKeys?: boolean;
  readonly zoneMinutes?: number;
};

const CANNOT_VIEW = "woocommerce_rest_cannot_view";
const READERS = new Set(["administrator", "shop_manager"]);

/**
 * A stand-in for a WooCommerce 8 shop: no WooCommerce, but a real HTTP server written from observed behavior, and
 * checked against its source (each file here names where). It knows the ways to sign in, the roles that may read, the
 * limits of the parameters, the paging headers, free-text phones, guests' orders, webhooks, and issues on demand.
 */
export async function startShopStandIn(options: StandInOptions = {}) {
  const customers: StandInCustomer[] = [];
  const orders: StandInOrder[] = [];
  const password = "AbCd EfGh IjKl MnOp QrSt UvWx";
  /** Application passwords: one that may read, and one that may not. */
  const passwords = new Map([
    [`shopkeeper:${password}`, "shop_manager"],
    [`writer:${password}`, "editor"],
  ]);
  const keys = new Map<string, ShopKey>([
    ["ck_read", { secret: "cs_secret", role: "shop_manager", permissions: "read" }],
    ["ck_write", { secret: "cs_secret", role: "shop_manager", permissions: "write" }],
    ["ck_editor", { secret: "cs_secret", role: "editor", permissions: "read_write" }],
  ]);
  const roles = new Set(["administrator", "shop_manager", "editor", "customer", "subscriber", "wholesale"]);
  /** Responses before the right one: a status, or "hang" and "reset". */
  const issues: (number | "hang" | "reset" | "html")[] = [];
  const calls: URL[] = [];
  /** Ids of orders that the shop cannot load: they are counted, keep their position, and are missing from the pages. */
  const unloadable = new Set<number>();
  const usedNonces = new Set<string>();
  let before: ((call: URL) => void) | null = null;
  const hooks: ReturnType<typeof shopHook>[] = [];

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url!, origin());
    calls.push(url);
    before?.(url);
    const issue = issues.shift();
    if (issue === "hang") return;
    if (issue === "reset") return void request.socket.destroy();
    if (issue === "html") return void response.writeHead(200, { "content-type": "text/html" }).end("<html>soon</html>");
    if (issue !== undefined) return void response.writeHead(issue, { "retry-after": "0" }).end("{}");
    answer(url, request, response);
  };
  const server = options.tls
    ? createHttpsServer({ cert: testCertificate, key: testKey }, serve)
    : createHttpServer(serve);
  const { port, close } = await listen(server);

  function origin(): string {
    return `${options.tls ? "https" : "http"}://127.0.0.1:${port}`;
  }

  function door(): ShopDoor {
    const ssl = options.tls === true && options.tlsUnknown !== true;
    return { passwords, keys, usedNonces, ssl, home: options.home ?? origin(), plainKeys: options.plainKeys === true };
  }

  /** In WordPress's order: the caller, the route, the parameters, the rights. */
  function answer(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const role = roleOf(door(), url, options.dropsAuthorization ? undefined : request.headers.authorization);
    if (typeof role === "object") return refuse(response, role);
    const route = url.searchParams.get("rest_route") ?? url.pathname.replace(/^.*\/wp-json(?=\/)/, "");
    const match = /^\/wc\/v3\/(customers|orders|webhooks)(?:\/(\d+))?$/.exec(route);
    if (!match) return refuse(response, { status: 404, code: "rest_no_route" });
    if (match[2] !== undefined) {
      const read = readOne(Number(match[2]), role);
      return json(response, (read as { data?: { status: number } }).data?.status ?? 200, read);
    }
    const collection = collectionOf(match[1] as Collection["name"]);
    const issue = errorOf(collection, url.searchParams);
    if (issue) return refuse(response, issue);
    if (!READERS.has(role)) return refuse(response, { status: role === "" ? 401 : 403, code: CANNOT_VIEW });
    const { rows, total, pages, page } = pageOf(collection, url.searchParams);
    const next = new URL(url);
    next.searchParams.set("page", String(page + 1));
    json(response, 200, rows, {
      "x-wp-total": String(total),
      "x-wp-totalpages": String(pages),
      ...(page < pages && { link: `<${next}>; rel="next"` }),
    });
  }

  function readOne(id: number, role: string): object {
    if (!READERS.has(role)) return errorBody({ status: role === "" ? 401 : 403, code: CANNOT_VIEW });
    const row = orders.find((order) => order.id === id && !unloadable.has(id));
    return row ?? errorBody({ status: 404, code: "woocommerce_rest_shop_order_invalid_id" });
  }

  function collectionOf(name: Collection["name"]): Collection {
    const rows = {
      orders,
      customers: customers.map(customerRow),
      webhooks: hooks.map(({ url, topic, id, status }) => ({ id, status: status(), topic, delivery_url: url })),
    };
    return {
      name,
      roles,
      unloadable: name === "orders" ? unloadable : new Set(),
      zoneMinutes: options.zoneMinutes ?? 0,
      rows: rows[name],
    };
  }

  return {
    customers,
    orders,
    passwords,
    keys,
    issues,
    unloadable,
    /** Every call received. */
    calls,
    /** Called before each response, for a shop that changes while it is read. */
    beforeEach(call: ((url: URL) => void) | null) {
      before = call;
    },
    /** A webhook of this shop, created by a user of this role. */
    hook({
      owner = "shop_manager",
      ...hook
    }: Pick<ShopHook, "url" | "secret"> & Partial<ShopHook> & { readonly owner?: string }) {
      const made = shopHook({
        id: hooks.length + 1,
        topic: "order.updated",
        apiVersion: 3,
        source: `${options.home ?? origin()}/`,
        read: (id) => readOne(id, owner),
        ...hook,
      });
      hooks.push(made);
      return made;
    },
    url: origin(),
    /** DSN of this shop for TIDINGS_COMMERCE. */
    dsn: (more = "", who = "ck_read:cs_secret") => `woocommerce+${origin().replace("://", `://${who}@`)}${more}`,
    close,
  };
}

function customerRow({ id, phone, country = "", role = "customer", ...names }: StandInCustomer) {
  const { first_name = "C", last_name = "", billing_name = first_name } = names;
  return {
    id,
    date_created_gmt: "2026-01-01T00:00:00",
    date_modified_gmt: null,
    email: `c${id}@example.test`,
    role,
    username: `c${id}`,
    first_name,
    last_name,
    billing: { first_name: billing_name, last_name, company: "", address_1: "", city: "", country, email: "", phone },
    shipping: { first_name: "C", last_name: "", country: "", phone: "" },
    is_paying_customer: false,
    meta_data: [{ id: 9, key: "_application_passwords", value: [{ password: "$P$Bsecret" }] }],
  };
}

function refuse(response: ServerResponse, error: ShopError): void {
  json(response, error.status, errorBody(error));
}

function errorBody({ status, code, params = [] }: ShopError): object {
  const named = Object.fromEntries(params.map((name) => [name, `Invalid parameter: ${name}`]));
  return { code, message: "No.", data: { status, ...(params.length > 0 && { params: named }) } };
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
