import type { Context } from "hono";

import { errors } from "#contract/errors";
import { methods } from "#lib/http-methods";

import type { Mount } from "../app.ts";
import type { Endpoint } from "../endpoint.ts";
import { apiHeaders, JSON_TYPE } from "../response/headers.ts";
import { identify, targetOf } from "../access/identify.ts";
import { requestIdOf } from "../pipeline.ts";
import { toHttpError } from "../response/problems.ts";
import { readInput } from "../request/read-body.ts";
import type { ApiDeps } from "../services.ts";
import { apiCaller } from "./call.ts";
import { judgeParameters } from "./parameters.ts";
import { methodOf, phpFields } from "./php.ts";
import { failed, type CompatReply } from "./replies.ts";
import { refusalOf, type CompatRoute } from "./route.ts";

const NAMESPACE = "/wpsms/v1";

/**
 * The routes of WP SMS under its names, for clients that were written for it. Each is implemented with our own
 * endpoints; only names and shapes are converted here.
 *
 * Unlike in WP SMS, credentials are checked before parameters: no one learns parameters without credentials.
 *
 * @param prefix the path before the names, besides /wp-json: the mount prefix
 */
export function compatMount(
  routes: readonly CompatRoute[],
  endpoints: readonly Endpoint[],
  services: ApiDeps,
  prefix: string,
): Mount {
  const bases = [...new Set([`${prefix}${NAMESPACE}`, `/wp-json${NAMESPACE}`])];
  return (app) => {
    for (const base of bases) app.all(`${base}/*`, (c) => answer(c, c.req.path.slice(base.length)));
    // Sites without permalinks.
    for (const path of ["/", "/index.php", "/wp-json"]) {
      app.all(path, async (c, next) => {
        const route = c.req.query("rest_route");
        return route?.startsWith(`${NAMESPACE}/`) ? answer(c, route.slice(NAMESPACE.length)) : next();
      });
    }
  };

  async function answer(c: Context, path: string): Promise<Response> {
    const request = c.req.raw;
    const requestId = requestIdOf(request, services);
    const reply = await run(request, c.env, withoutSlashes(path)).catch((error: unknown): CompatReply => {
      const failure = toHttpError(error, services, requestId);
      const { code, message, headers } = failure;
      return refusalOf({ code, message, headers, status: errors[code].status });
    });
    const body = reply.body instanceof ReadableStream ? reply.body : JSON.stringify(reply.body);
    return new Response(body, {
      status: reply.status,
      headers: apiHeaders(requestId, JSON_TYPE, reply.headers),
    });
  }

  async function run(request: Request, environment: unknown, path: string): Promise<CompatReply> {
    if (request.method === "OPTIONS") return optionsOf(routes, path);
    const target = targetOf(request, environment);
    const isProxied = services.host.proxied?.claims((name) => request.headers.get(name), target) ?? false;
    const found = find(routes, methodOf(request, isProxied), path);
    if (!found) return noRoute();
    const { route, pathParameters } = found;
    const identified = await identify(request, route.access, environment, services);
    const input = await readInput(identified.request, pathParameters);
    const fields = phpFields(input.fields);
    const issue = judgeParameters(route.parameters ?? {}, fields);
    if (issue) return issue;
    return route.handle({
      caller: identified.caller,
      fields,
      files: input.files,
      authorization: request.headers.get("authorization"),
      callApi: apiCaller(endpoints, services, identified),
    });
  }
}

/** Not with a regular expression, which would rescan every run of slashes from each of its slashes. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** The methods of a path, which are public. */
function optionsOf(routes: readonly CompatRoute[], path: string): CompatReply {
  const allowed = methods.filter((method) => find(routes, method, path) !== null);
  if (allowed.length === 0) return noRoute();
  const body = { namespace: NAMESPACE.slice(1), methods: allowed };
  return { status: 200, body, headers: { Allow: allowed.join(", ") } };
}

function noRoute(): CompatReply {
  return failed("rest_no_route", "No route was found matching the URL and request method.", 404);
}

function find(
  routes: readonly CompatRoute[],
  method: string,
  path: string,
): { route: CompatRoute; pathParameters: Record<string, string> } | null {
  const parts = path.split("/");
  for (const route of routes) {
    const pattern = route.path.split("/");
    if (route.method !== (method === "HEAD" ? "GET" : method) || pattern.length !== parts.length) continue;
    const pathParameters: Record<string, string> = {};
    const fits = pattern.every((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part === parts[index];
      pathParameters[name] = parts[index]!;
      return /^\d{1,15}$/.test(parts[index]!);
    });
    if (fits) return { route, pathParameters };
  }
  return null;
}
