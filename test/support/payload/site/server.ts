import { createServer } from "node:http";

import { getPayload, handleEndpoints } from "payload";
import { publicPages, stopTidings } from "tidings-payload";

import config from "./payload.config.ts";

/** Payload's REST API on a port of loopback, as its own handler answers it, without Next.js. */
const payload = await getPayload({ config });
const pages = publicPages(async () => payload);
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { method = "GET", url = "/", headers } = request;
  const body = parts.length > 0 ? { body: Buffer.concat(parts) } : {};
  // As Next.js does.
  const all = { ...headers, "x-forwarded-for": request.socket.remoteAddress ?? "" } as Record<string, string>;
  const asked = new Request(`http://${headers.host}${url}`, { method, headers: all, ...body });
  const isPage = method !== "OPTIONS" && /^\/(p|m|assets)\//.test(url);
  const answer = isPage
    ? await pages[method === "POST" ? "POST" : "GET"](watched(asked))
    : await handleEndpoints({ config, request: watched(asked) });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
});
/** Next.js passes requests on in a proxy, which is no Request to code that reads its internals. */
function watched(request: Request): Request {
  return new Proxy(request, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

server.listen(Number(process.env["PORT"]), "127.0.0.1", () => process.stdout.write("listening\n"));

process.once("SIGTERM", async () => {
  server.close();
  await stopTidings();
  // Payload keeps a connection to PostgreSQL that it never closes.
  void payload.destroy();
  process.exit(0);
});
