import { Hono, type Context } from "hono";

import { errorWords } from "#lib/error-words";

import type { Endpoint } from "./endpoint.ts";
import { HttpError } from "./http-error.ts";
import { complete } from "./headers.ts";
import { requestIdOf, runEndpoint } from "./pipeline.ts";
import { errorResponse } from "./problems.ts";
import type { ApiDeps } from "./services.ts";

export const BASE_PATH = "/svc/v1";

/** Pages and provider calls that are not endpoints of the contract. */
export type Mount = (app: Hono) => void;

/**
 * The whole service as one web-standard handler.
 *
 * Endpoints and calls of providers are the only routes of the outer router, so that a call to one meets nothing else on its way; the rest is
 * found where no endpoint is.
 *
 * @param mountPrefix what stands before /svc/v1 where the handler lives inside a host platform: "/api", "/wp-json"
 */
export function createApp(
  endpoints: readonly Endpoint[],
  services: ApiDeps,
  options: {
    readonly mountPrefix?: string;
    readonly mounts?: readonly Mount[];
    /** Routes that are called as often as endpoints: found before the pages, with nothing on their way. */
    readonly frequent?: readonly Mount[];
    /** For people in a browser, where nothing is; absent: they get the envelope, too. */
    readonly notFound?: (request: Request) => Promise<Response> | null;
  } = {},
): Hono {
  const base = `${options.mountPrefix ?? ""}${BASE_PATH}`;
  const app = new Hono({ strict: false });
  for (const endpoint of endpoints) {
    const path = base + endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.on(endpoint.method, path, async (c) => {
      const ended = services.observe?.(endpoint.method, endpoint.path);
      const params = c.req.param() as Record<string, string>;
      const response = await runEndpoint(endpoint, c.req.raw, c.env, params, services);
      ended?.(response.status);
      return response;
    });
  }
  for (const mount of options.frequent ?? []) mount(app);
  const rest = otherRoutes(base, options, services);
  app.notFound(async (c) => {
    // Neither the method nor the path of what is no route: labels must be few.
    const ended = services.observe?.("other", "other");
    const response = await elsewhere(c);
    ended?.(response.status);
    return response;
  });
  app.onError((error, c) => unforeseen(error, c.req.raw, services));
  return app;

  function elsewhere(c: Context): Response | Promise<Response> {
    const methods = c.req.path.startsWith(base) ? methodsAt(c.req.path.slice(base.length), endpoints) : [];
    if (methods.length === 0) return rest.fetch(c.req.raw, c.env);
    const headers = { Allow: methods.join(", ") };
    if (c.req.method === "OPTIONS") {
      const response = new Response(null, { status: 204, headers });
      complete(response, true);
      return response;
    }
    const message = `${c.req.method.slice(0, 20)} is not possible here. Possible: ${headers.Allow}.`;
    return failed(c.req.raw, new HttpError("method_not_allowed", message, { headers }), services);
  }
}

/** Pages, documents and calls of providers. */
function otherRoutes(
  base: string,
  { mounts = [], notFound }: Pick<NonNullable<Parameters<typeof createApp>[2]>, "mounts" | "notFound">,
  services: ApiDeps,
): Hono {
  const app = new Hono({ strict: false });
  app.use(async (c, next) => {
    await next();
    complete(c.res, c.req.path.startsWith(base));
  });
  for (const mount of mounts) mount(app);
  app.notFound((c) => {
    const page = c.req.path.startsWith(base) ? null : notFound?.(c.req.raw);
    const failure = new HttpError("no_route", `There is nothing at ${c.req.path.slice(0, 200)}.`);
    return page ?? failed(c.req.raw, failure, services);
  });
  app.onError((error, c) => unforeseen(error, c.req.raw, services));
  return app;
}

function unforeseen(error: Error, request: Request, services: ApiDeps): Response {
  services.log("error", "unforeseen error", { error: errorWords(error) });
  return failed(request, new HttpError("internal", "Something went wrong on our side."), services);
}

function failed(request: Request, failure: HttpError, services: ApiDeps): Response {
  return errorResponse(failure, request, requestIdOf(request, services), services.docsUrl);
}

/** One slash at the end is gone from the path already. The methods of a path below the base, with those of every pattern that takes it: none where there is no such path. */
function methodsAt(path: string, endpoints: readonly Endpoint[]): string[] {
  const parts = path.split("/");
  const methods = new Set<string>();
  for (const endpoint of endpoints) {
    const pattern = endpoint.path.split("/");
    if (pattern.length !== parts.length) continue;
    const fits = pattern.every((part, index) => (part.startsWith("{") ? parts[index] !== "" : part === parts[index]));
    if (fits) methods.add(endpoint.method);
  }
  if (methods.size === 0) return [];
  return [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"];
}
