import type { Client, Service } from "tidings";

import type { TidingsOptions } from "./options.ts";
import { logFailure, type Document, type Payload, type PayloadRequest } from "./payload.ts";

const METHODS = ["get", "head", "post", "put", "patch", "delete", "options"] as const;

/**
 * `/svc/v1/*` below Payload's API route, for every method.
 *
 * @param open   opens the service, or returns the one that is open; if it rejects, the call is answered with 503
 * @param users slug of the collection with the users: users of other collections are no callers
 */
export function endpoints(
  open: (payload: Payload) => Promise<Service>,
  { users, clientAddress = lastForwarded }: { readonly users: string } & Pick<TidingsOptions, "clientAddress">,
) {
  async function handler(request: PayloadRequest): Promise<Response> {
    const service = await open(request.payload).catch((error: unknown) => logFailure(request.payload, error));
    if (!service) return unavailable(request);
    const user = userOf(request.user, users);
    return service.fetch(withoutToken(request, user), { ...clientOf(request, clientAddress), user });
  }
  return METHODS.map((method) => ({ path: "/svc/v1/:path*", method, handler }));
}

/** Who calls, as Next.js or the proxy in front of it says. */
export function clientOf(request: Request, clientAddress: NonNullable<TidingsOptions["clientAddress"]>): Client {
  const encrypted = (request.headers.get("x-forwarded-proto") ?? new URL(request.url).protocol).startsWith("https");
  return { address: clientAddress(request) ?? "0.0.0.0", encrypted };
}

/** In the shape of the service's own errors, which openapi.json describes. */
export function unavailable({ url }: Request): Response {
  const [code, id] = ["database_unavailable", `req_${crypto.randomUUID().replaceAll("-", "")}`];
  const message = "The message service could not be opened. The site's log says why.";
  const body = {
    status: "error",
    code,
    message,
    error: { code: 503, message },
    data: { status: 503, params: {}, details: [] },
    request_id: id,
    docs: `${new URL(url).pathname.replace(/(\/svc\/v1)\/.*$/, "$1")}/docs/errors#${code}`,
  };
  const headers = { "Retry-After": "5", "Cache-Control": "no-store", "X-Request-Id": id };
  return Response.json(body, { status: 503, headers });
}

function userOf(user: PayloadRequest["user"], users: string): number | undefined {
  return user && user.collection === users && typeof user.id === "number" ? user.id : undefined;
}

/** Payload's own tokens are not the service's credentials: whom Payload knows by one is known. */
function withoutToken(request: Request, user: Document["id"] | undefined): Request {
  if (user === undefined || !/^(JWT|Bearer) /i.test(request.headers.get("authorization") ?? "")) return request;
  return copyWithout(["authorization"], request);
}

/**
 * A copy without some headers. Next.js passes requests on in a proxy, of which `new Request` makes no copy by itself.
 */
export function copyWithout(names: readonly string[], request: Request): Request {
  const headers = new Headers(request.headers);
  for (const name of names) headers.delete(name);
  const { url, method, body, signal } = request;
  // Required beside a body that is a stream (Fetch standard), and missing in the types of the DOM.
  const init: RequestInit & { readonly duplex: "half" } = { method, headers, body, signal, duplex: "half" };
  return new Request(url, init);
}

export function lastForwarded(request: Request): string | undefined {
  return request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
}
