import { Hono, type Context } from "hono";

import { errorText } from "#lib/error-text";

import type { Endpoint } from "./endpoint.ts";
import { fixedPathsRouter } from "./fixed-paths.ts";
import { catalogError, HttpError } from "./response/http-error.ts";
import { complete } from "./response/headers.ts";
import { requestIdOf, runEndpoint } from "./pipeline.ts";
import { errorResponse } from "./response/problems.ts";
import type { ApiDeps } from "./services.ts";

export const BASE_PATH = "/svc/v1";

/** Pages and provider calls that are not endpoints of the contract. */
export type Mount = (app: Hono) => void;

/**
 * The whole service as one web-standard handler.
 *
 * Endpoints and provider calls are the only routes of the outer router, so that a call to one passes through nothing
 * else; all other routes are looked up only if no endpoint matches.
 *
 * @param mountPrefix the path before /svc/v1 if the handler is mounted inside a host platform: "/api", "/wp-json"
 */
export function createApp(
  endpoints: readonly Endpoint[],
  services: ApiDeps,
  options: {
    readonly mountPrefix?: string;
    readonly mounts?: readonly Mount[];
    /** Routes that are called as often as endpoints: matched before the pages, without any middleware. */
    readonly frequent?: readonly Mount[];
    /** The page for people in a browser if nothing matches; absent: they get the JSON envelope too. */
    readonly notFound?: (request: Request) => Promise<Response | null> | null;
  } = {},
): Hono {
  const base = `${options.mountPrefix ?? ""}${BASE_PATH}`;
  const app = new Hono({ strict: false, router: fixedPathsRouter() });
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
  const methodsAt = methodFinder(endpoints);
  const isRoute = (path: string): boolean => methodsAt(path).length > 0;
  const rest = otherRoutes({ base, isRoute, ...options }, services);
  app.notFound(async (c) => {
    // Neither the method nor the path of an unknown route is used as a label, which would make an unlimited number of
    // them.
    const ended = services.observe?.("other", "other");
    const response = await elsewhere(c);
    ended?.(response.status);
    return response;
  });
  app.onError((error, c) => unforeseen(error, c.req.raw, services));
  return app;

  function elsewhere(c: Context): Response | Promise<Response> {
    const methods = c.req.path.startsWith(base) ? methodsAt(c.req.path.slice(base.length)) : [];
    if (methods.length === 0) return rest.fetch(c.req.raw, c.env);
    const headers = { Allow: methods.join(", ") };
    if (c.req.method === "OPTIONS") {
      const response = new Response(null, { status: 204, headers });
      complete(response, true);
      return response;
    }
    const message = `${c.req.method.slice(0, 20)} is not supported here. Supported: ${headers.Allow}.`;
    return failed(c.req.raw, new HttpError("method_not_allowed", message, { headers }), services);
  }
}

type OtherRoutes = Pick<NonNullable<Parameters<typeof createApp>[2]>, "mounts" | "notFound"> & {
  readonly base: string;
  /** Whether the API has a route with this path, below the base. */
  readonly isRoute: (path: string) => boolean;
};

/** Pages, documents and provider calls. */
function otherRoutes({ base, isRoute, mounts = [], notFound }: OtherRoutes, services: ApiDeps): Hono {
  const app = new Hono({ strict: false });
  app.use(async (c, next) => {
    await next();
    complete(c.res, c.req.path.startsWith(base));
  });
  for (const mount of mounts) mount(app);
  app.notFound(async (c) => {
    const page = c.req.path.startsWith(base) ? null : await notFound?.(c.req.raw);
    const path = c.req.path.slice(0, 200);
    // As copied from the reference, without what all addresses begin with.
    const meant = `${base}${path}`;
    const message = isRoute(path)
      ? `There is nothing at ${path}. Did you mean ${meant}?`
      : `There is nothing at ${path}.`;
    return page ?? failed(c.req.raw, new HttpError("no_route", message), services);
  });
  app.onError((error, c) => unforeseen(error, c.req.raw, services));
  return app;
}

/** The response to every call once the service is being stopped: a proxy passes it to another node, or tries again. */
export function refusalWhileStopping(request: Request, services: ApiDeps): Response {
  return failed(request, catalogError("stopping", { headers: { "Retry-After": "5" } }), services);
}

function unforeseen(error: Error, request: Request, services: ApiDeps): Response {
  services.log("error", "unexpected error", { error: errorText(error) });
  return failed(request, new HttpError("internal", "Something went wrong on our side."), services);
}

function failed(request: Request, failure: HttpError, services: ApiDeps): Response {
  return errorResponse(failure, request, requestIdOf(request, services), services.docsUrl);
}

/**
 * Finds the methods of a path below the base, including those of every pattern that matches it: none if there is no
 * such path. A trailing slash has already been removed. Guessed addresses must cost little: patterns are split once,
 * and only those with the same length and first part are compared.
 */
function methodFinder(endpoints: readonly Endpoint[]): (path: string) => readonly string[] {
  const keyOf = (parts: readonly string[]): string => `${parts.length} ${parts[1]}`;
  const patterns = Map.groupBy(
    endpoints.map(({ path, method }) => ({ parts: path.split("/"), method })),
    ({ parts }) => keyOf(parts),
  );
  return (path) => {
    const parts = path.split("/");
    const methods = new Set<string>();
    for (const pattern of patterns.get(keyOf(parts)) ?? []) {
      const fits = pattern.parts.every((part, index) =>
        part.startsWith("{") ? parts[index] !== "" : part === parts[index],
      );
      if (fits) methods.add(pattern.method);
    }
    if (methods.size === 0) return [];
    return [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"];
  };
}
