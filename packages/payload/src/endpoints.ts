import type { Service } from "tidings";

import type { TidingsOptions } from "./options.ts";
import type { Document, PayloadRequest } from "./payload.ts";

const METHODS = ["get", "head", "post", "put", "patch", "delete", "options"] as const;

/**
 * `/svc/v1/*` below Payload's API route, for every method.
 *
 * @param open   opens the service, or returns the one that is open
 * @param users  slug of the collection with the users: nobody of another one is a caller
 */
export function endpoints(
  open: (request: PayloadRequest) => Promise<Service>,
  { users, clientAddress = lastForwarded }: { readonly users: string } & Pick<TidingsOptions, "clientAddress">,
) {
  async function handler(request: PayloadRequest): Promise<Response> {
    const service = await open(request);
    const encrypted = (request.headers.get("x-forwarded-proto") ?? new URL(request.url).protocol).startsWith("https");
    const address = clientAddress(request) ?? "0.0.0.0";
    const user = userOf(request.user, users);
    return service.fetch(withoutToken(request, user), { address, encrypted, user });
  }
  return METHODS.map((method) => ({ path: "/svc/v1/:path*", method, handler }));
}

function userOf(user: PayloadRequest["user"], users: string): number | undefined {
  return user && user.collection === users && typeof user.id === "number" ? user.id : undefined;
}

/** Payload's own tokens are not the service's credentials: whom Payload knows by one is known. */
function withoutToken(request: Request, user: Document["id"] | undefined): Request {
  if (user === undefined || !/^(JWT|Bearer) /i.test(request.headers.get("authorization") ?? "")) return request;
  const headers = new Headers(request.headers);
  headers.delete("authorization");
  return new Request(request, { headers });
}

function lastForwarded(request: Request): string | undefined {
  return request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
}
