import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

import { companionOf } from "./wordpress-companion.ts";
import { listen } from "../service/listen.ts";

/**
 * A stand-in for a WordPress site with the companion plugin and, if wanted, WooCommerce: real HTTP on loopback, written
 * from observations of WordPress 6.1 to 7.1. The real one is started by test/support/wordpress.
 */
export type StandInUser = {
  readonly id: number;
  readonly login: string;
  password: string;
  roles: string[];
  /** In addition to the names of the roles, which WordPress adds itself. */
  capabilities: string[];
  phone: string | null;
  /** Of the billing address. */
  country?: string;
};

export type StandInOptions = {
  /** The path of the site: "/blog". */
  readonly path?: string;
  readonly companion?: boolean;
  readonly woocommerce?: boolean;
  readonly permalinks?: boolean;
  /** What `meta` shows in context edit: a plugin registered it. */
  readonly showsMeta?: boolean;
};

export type StandIn = Awaited<ReturnType<typeof startStandIn>>;

const LABELS: Record<string, string> = { customer: "Customer", editor: "Editor", administrator: "Administrator" };

export async function startStandIn(options: StandInOptions = {}) {
  const { path = "", showsMeta = false } = options;
  const users = new Map<number, StandInUser>();
  const calls: string[] = [];
  const sockets = new Set<Socket>();
  const state = {
    companion: options.companion ?? true,
    woocommerce: options.woocommerce ?? false,
    permalinks: options.permalinks ?? true,
    applicationPasswords: true,
    roles: new Set(["administrator", "editor", "author", "contributor", "subscriber", "customer"]),
    /** The response to every call, if none reaches WordPress. */
    instead: null as null | ((response: ServerResponse) => void),
    /** Called with the route and the header Authorization before a response, which waits for it. */
    before: null as null | ((route: string, authorization: string) => Promise<void> | void),
    connected: null as null | { service_url: string; secret: string },
    /** Whether it is one site of a network. */
    network: false,
    /** Whether the companion has the search of users, which came with 1.5.0. */
    findsUsers: true,
    version: "1.6.0",
    clockSeconds: 0,
    atOnce: 0,
    mostAtOnce: 0,
  };
  let stripsAuthorization = false;

  const server = createServer((request, response) => {
    state.atOnce += 1;
    state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce);
    response.once("close", () => (state.atOnce -= 1));
    void answer(request, response).catch(() => request.socket.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, "http://site");
    const query = url.searchParams;
    const pretty = url.pathname.startsWith(`${path}/wp-json`) && state.permalinks;
    const route = pretty ? url.pathname.slice(`${path}/wp-json`.length) || "/" : query.get("rest_route");
    calls.push(`${request.method} ${route ?? url.pathname}`);
    if (state.before) await state.before(route ?? "", request.headers.authorization ?? "");
    if (state.instead) return state.instead(response);
    if (route === null || !url.pathname.startsWith(`${path}/`)) return page(response);
    const reply = await dispatch(request, route.replace(/(?<=.)\/$/, ""), query);
    const headers: Record<string, string> = { "content-type": "application/json; charset=UTF-8" };
    if (reply.total !== undefined) headers["x-wp-total"] = String(reply.total);
    response.writeHead(reply.status, headers).end(JSON.stringify(reply.json));
  }

  type Reply = { status: number; json: unknown; total?: number };

  async function dispatch(request: IncomingMessage, route: string, query: URLSearchParams): Promise<Reply> {
    const caller = callerOf(request);
    if (route === "/") return { status: 200, json: index() };
    if (route === "/wp/v2/users/me") {
      if (!caller) return error(401, state.woocommerce ? "incorrect_password" : "rest_not_logged_in");
      if (query.get("context") !== "edit") return { status: 200, json: { id: caller.id, name: caller.login } };
      return { status: 200, json: shown(caller, true) };
    }
    if (route === "/wp/v2") return { status: 200, json: { routes: { "/wp/v2/settings": { endpoints: settings() } } } };
    if (route === "/wp/v2/users") return userList(caller, query);
    if (/^\/wp\/v2\/users\/\d+$/.test(route)) return oneUser(caller, Number(route.split("/").at(-1)), query);
    if (route === "/wc/v3/customers" && state.woocommerce) return customerList(caller, query);
    if (state.companion) {
      if (route.startsWith("/svc/v1/")) return passOn(caller, request.method!, route);
      if (route === "/tidings/v1/user" && caller && holds(caller, "svc_recipients")) return described(query);
      if (route === "/tidings/v1/connect" && request.method === "POST") return connect(request, caller);
      if (
        /^\/tidings\/v1\/(roles|recipients|status|users)$/.test(route) &&
        (route !== "/tidings/v1/users" || state.findsUsers)
      ) {
        if (!caller) return error(401, "rest_forbidden");
        if (!holds(caller, "svc_recipients")) return error(403, "rest_forbidden");
        if (route.endsWith("/roles")) return { status: 200, json: { items: roleItems() } };
        if (route.endsWith("/status")) return { status: 200, json: status() };
        if (route.endsWith("/users")) return found(query);
        const unknown = (query.get("roles")?.split(",") ?? []).filter((role) => !state.roles.has(role));
        if (unknown.length > 0) return error(400, "tidings_unknown_role", { roles: unknown });
        return { status: 200, json: recipients(query) };
      }
    }
    return error(404, "rest_no_route");
  }

  /** As the companion does, for calls without a body. */
  async function passOn(caller: StandInUser | null, method: string, route: string): Promise<Reply> {
    if (!state.connected) return error(503, "host_unavailable");
    const { service_url: base, secret } = state.connected;
    const { id = 0, login = "", roles = [], capabilities: held = [] } = caller ?? {};
    const as = { id, login, roles, capabilities: held.filter((name) => name.startsWith("svc_")) };
    const at = () => Math.floor(Date.now() / 1000) + state.clockSeconds;
    const target = new URL(base).pathname.replace(/\/$/, "") + route;
    // What fetch() adds is signed like the rest.
    const added = { Accept: "*/*", "Accept-Language": "*" };
    const version = state.version.startsWith("1.0.") ? 1 : 2;
    const { headers } = companionOf(secret, at, version).call(as, method, target, undefined, at(), added);
    const answer = await fetch(base + route, { method, headers }).catch(() => null);
    return answer ? { status: answer.status, json: await answer.json() } : error(503, "host_unavailable");
  }

  function callerOf(request: IncomingMessage): StandInUser | null {
    const header = stripsAuthorization ? undefined : request.headers.authorization;
    const match = /^Basic (.+)$/.exec(header ?? "");
    if (!match || !state.applicationPasswords) return null;
    const text = Buffer.from(match[1]!, "base64").toString();
    const [login, password] = [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":") + 1)];
    const typed = password.replaceAll(/[^a-zA-Z0-9]/g, "");
    for (const user of users.values()) {
      if ((user.login === login || `${user.login}@example.org` === login) && user.password === typed) return user;
    }
    return null;
  }

  function index(): object {
    const endpoints = { authorization: `${origin()}/wp-admin/authorize-application.php` };
    return {
      name: "Stand-in",
      home: origin(),
      namespaces: [
        "oembed/1.0",
        "wp/v2",
        ...(state.companion ? ["tidings/v1", "svc/v1"] : []),
        ...(state.woocommerce ? ["wc/v3"] : []),
      ],
      authentication: state.applicationPasswords ? { "application-passwords": { endpoints } } : [],
    };
  }

  function shown(user: StandInUser, full: boolean): object {
    const names = [...user.capabilities, ...user.roles];
    return {
      id: user.id,
      username: user.login,
      name: statementOf(user).name,
      ...(full && {
        roles: user.roles,
        // PHP writes an empty map as a list.
        capabilities: names.length === 0 ? [] : Object.fromEntries(names.map((name) => [name, true])),
      }),
      meta: showsMeta ? { persisted_preferences: [], mobile: user.phone ?? "" } : { persisted_preferences: [] },
    };
  }

  function userList(caller: StandInUser | null, query: URLSearchParams): Reply {
    if (!caller) return error(401, "rest_forbidden_context");
    if (!holds(caller, "list_users")) return error(403, "rest_forbidden_context");
    if (Number(query.get("per_page") ?? 10) > 100) return error(400, "rest_invalid_param");
    const wanted = selected(query, "roles");
    const found = part(wanted, query);
    const json = holds(caller, "edit_users") ? found.map((user) => shown(user, true)) : [];
    return { status: 200, json, total: wanted.length };
  }

  function oneUser(caller: StandInUser | null, id: number, query: URLSearchParams): Reply {
    const user = users.get(id);
    if (!user) return error(404, "rest_user_invalid_id");
    if (query.get("context") !== "edit") return { status: 200, json: { id, name: statementOf(user).name } };
    const mayEdit = caller !== null && holds(caller, "edit_users");
    return mayEdit ? { status: 200, json: shown(user, true) } : error(caller ? 403 : 401, "rest_forbidden_context");
  }

  /** The arguments of the site's settings: those of a site in a network lack its address. */
  const settings = () => [{ methods: ["POST"], args: state.network ? { title: {} } : { title: {}, url: {} } }];

  function customerList(caller: StandInUser | null, query: URLSearchParams): Reply {
    if (!caller || !holds(caller, "list_users")) return error(caller ? 403 : 401, "woocommerce_rest_cannot_view");
    const wanted = selected(query, "role");
    const json = part(wanted, query).map((user) => ({
      id: user.id,
      billing: { phone: user.phone ?? "", country: user.country ?? "" },
    }));
    return { status: 200, json, total: wanted.length };
  }

  function selected(query: URLSearchParams, name: string): StandInUser[] {
    const include = query.get("include")?.split(",").map(Number);
    const roles = query
      .get(name)
      ?.split(",")
      .filter((role) => role !== "all");
    return sorted().filter(
      (user) =>
        (!include || include.includes(user.id)) &&
        (!roles || roles.length === 0 || user.roles.some((role) => roles.includes(role))),
    );
  }

  function part(wanted: readonly StandInUser[], query: URLSearchParams): readonly StandInUser[] {
    const from = Number(query.get("offset") ?? 0);
    return wanted.slice(from, from + Number(query.get("per_page") ?? 10));
  }

  function recipients(query: URLSearchParams): object {
    const ids = query.get("ids")?.split(",").map(Number);
    const roles = query.get("roles")?.split(",") ?? [];
    const after = Number(query.get("after") ?? 0);
    const limit = Math.min(Number(query.get("limit") ?? 5000), 5000);
    const wanted = sorted().filter((user) =>
      ids ? ids.includes(user.id) : user.id > after && user.roles.some((role) => roles.includes(role)),
    );
    const items = wanted
      .slice(0, limit)
      .map(({ id, phone, country = null, roles: held }) => ({ id, phone, country, roles: held }));
    return { items, next: !ids && wanted.length > limit ? items.at(-1)!.id : null };
  }

  function found(query: URLSearchParams): Reply {
    const caller = users.get(Number(query.get("caller")));
    if (!caller || !holds(caller, "list_users")) return error(403, "tidings_may_not_list_users");
    const search = query.get("search")!.toLowerCase();
    const items = sorted()
      .filter(({ login }) => `${login}@example.org`.toLowerCase().includes(search))
      .map(({ id, login, phone, country = null }) => ({ id, login, name: `Name of ${login}`, phone, country }));
    return { status: 200, json: { items: items.slice(0, Number(query.get("limit"))) } };
  }

  function described(query: URLSearchParams): Reply {
    const user = users.get(Number(query.get("id")));
    return user ? { status: 200, json: statementOf(user) } : error(404, "tidings_no_user");
  }

  async function connect(request: IncomingMessage, caller: StandInUser | null): Promise<Reply> {
    if (!caller) return error(401, "rest_forbidden");
    if (!holds(caller, "manage_options")) return error(403, "rest_forbidden");
    let body = "";
    for await (const part of request) body += String(part);
    state.connected = JSON.parse(body) as typeof state.connected;
    for (const [id, { login }] of users) if (login === "tidings-service") users.delete(id);
    const password = randomBytes(12).toString("hex");
    const made = add("tidings-service", {
      password,
      roles: ["svc_service"],
      capabilities: ["read", "svc_recipients"],
    });
    return {
      status: 200,
      json: {
        service_user: "tidings-service",
        application_password: made.password.replaceAll(/(.{4})(?=.)/g, "$1 "),
        site: {
          name: "Stand-in",
          home: origin(),
          rest: `${origin()}/wp-json/`,
          wordpress: "6.1.9",
          plugin: state.version,
        },
      },
    };
  }

  const status = (): object => ({
    plugin: state.version,
    wordpress: "6.1.9",
    woocommerce: state.woocommerce ? "8.2.2" : null,
    application_passwords: state.applicationPasswords,
    permalinks: state.permalinks,
    time: Math.floor(Date.now() / 1000) + state.clockSeconds,
    service_url: state.connected?.service_url ?? null,
  });
  const roleItems = (): object[] => [...state.roles].map((name) => ({ name, label: LABELS[name] ?? name }));
  const sorted = (): StandInUser[] => [...users.values()].toSorted((a, b) => a.id - b.id);
  const holds = (user: StandInUser, capability: string): boolean => user.capabilities.includes(capability);
  const origin = (): string => `http://127.0.0.1:${port}${path}`;

  function add(login: string, more: Partial<Omit<StandInUser, "login">> = {}): StandInUser {
    const id = more.id ?? Math.max(0, ...users.keys()) + 1;
    const password = more.password ?? `${login.replaceAll(/[^a-zA-Z0-9]/g, "")}Password0123456789`.slice(0, 24);
    const user = { id, login, password, roles: [], capabilities: [], phone: null, ...more };
    users.set(id, user);
    return user;
  }

  const { port, close } = await listen(server);

  return {
    url: `http://127.0.0.1:${port}${path}`,
    users,
    state,
    calls,
    add,
    /** How often a route was called. */
    called: (route: string): number => calls.filter((one) => one.endsWith(` ${route}`)).length,
    stripAuthorization: (strips: boolean) => void (stripsAuthorization = strips),
    /** Every connection ends without a response, as if the host were down. */
    down() {
      state.instead = (response) => void response.socket?.destroy();
      for (const socket of sockets) socket.destroy();
    },
    up: () => void (state.instead = null),
    close,
  };
}

/** A user as the companion describes them to the console's sign-in. */
export function statementOf({ id, login, roles, capabilities, password }: StandInUser) {
  const own = capabilities.filter((name) => name.startsWith("svc_"));
  return { id, login, name: `Name of ${login}`, roles, capabilities: own, stamp: `stamp-of-${password}` };
}

/** The response of a server that does not reach WordPress, or of a WordPress that does not know the address. */
export function page(response: ServerResponse, status = 404): void {
  response.writeHead(status, { "content-type": "text/html; charset=UTF-8" }).end("<!DOCTYPE html><p>A page</p>");
}

function error(status: number, code: string, more: object = {}) {
  return { status, json: { code, message: "…", data: { status, ...more } } };
}
