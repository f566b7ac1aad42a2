import { Hono } from "hono";

import type { Endpoint } from "./endpoint.ts";
import { Failure } from "./failure.ts";
import { requestIdOf, runEndpoint } from "./pipeline.ts";
import { errorResponse } from "./problems.ts";
import type { ApiServices } from "./services.ts";

export const BASE_PATH = "/svc/v1";

/** Pages and provider calls that are not endpoints of the contract. */
export type Mount = (app: Hono) => void;

/**
 * The whole service as one web-standard handler.
 *
 * @param mountPrefix what stands before /svc/v1 where the handler lives inside a host platform: "/api", "/wp-json"
 */
export function createApp(
  endpoints: readonly Endpoint[],
  services: ApiServices,
  options: { readonly mountPrefix?: string; readonly mounts?: readonly Mount[] } = {},
): Hono {
  const app = new Hono({ strict: false });
  const base = `${options.mountPrefix ?? ""}${BASE_PATH}`;

  app.use(async (c, next) => {
    await next();
    // Not `c.header`: on a finished response it builds a new one with every call.
    const { headers } = c.res;
    headers.set("X-Content-Type-Options", "nosniff");
    if (c.req.path.startsWith(base)) {
      // Not on pages: it would make browsers send `Origin: null` with a plain form.
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("X-Robots-Tag", "noindex");
      if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
    }
  });

  for (const endpoint of endpoints) {
    const path = base + endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.on(endpoint.method, path, (c) =>
      runEndpoint(endpoint, c.req.raw, c.env, c.req.param() as Record<string, string>, services),
    );
  }
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const allow = allowed(path, endpoints).join(", ");
    const pattern = base + path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.on("OPTIONS", pattern, (c) => c.body(null, 204, { Allow: allow }));
    app.all(pattern, (c) => {
      const message = `${c.req.method.slice(0, 20)} is not possible here. Possible: ${allow}.`;
      return failed(c.req.raw, new Failure("method_not_allowed", message, { headers: { Allow: allow } }));
    });
  }
  for (const mount of options.mounts ?? []) mount(app);
  app.notFound((c) => failed(c.req.raw, new Failure("no_route", `There is nothing at ${c.req.path.slice(0, 200)}.`)));
  app.onError((error, c) => {
    services.log("error", "unforeseen error", { error: String(error) });
    return failed(c.req.raw, new Failure("internal", "Something went wrong on our side."));
  });

  function failed(request: Request, failure: Failure): Response {
    return errorResponse(failure, request, requestIdOf(request, services), services.docsUrl);
  }
  return app;
}

/** The methods of a path, with those of a pattern that takes it too: `/users/{id}` answers for `/users/me`. */
function allowed(path: string, endpoints: readonly Endpoint[]): string[] {
  const parts = path.split("/");
  const same = endpoints.filter((endpoint) => {
    const pattern = endpoint.path.split("/");
    return (
      pattern.length === parts.length && pattern.every((part, index) => part === parts[index] || part.startsWith("{"))
    );
  });
  const methods = new Set<string>(same.map((endpoint) => endpoint.method));
  return [...methods, ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"];
}
