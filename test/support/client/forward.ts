import type { ServerResponse } from "node:http";

import type { TestService } from "../service/test-service.ts";
import type { Received } from "./hostile-server.ts";

/** What the service responds to a request that came through a socket. */
export async function carriedOut(service: TestService, { method, url, headers, body }: Received): Promise<Response> {
  const own = Object.entries(headers).filter(([name]) => !["connection", "host", "transfer-encoding"].includes(name));
  return service.app.request(`http://127.0.0.1${url}`, {
    method,
    headers: own as [string, string][],
    ...(body !== "" && { body }),
  });
}

/** Passes a response of the service on, as it arrives. */
export async function passOn(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, Object.fromEntries(from.headers));
  for await (const part of from.body ?? []) to.write(part);
  to.end();
}
