import { Server as TcpServer } from "node:net";

import { serve, type ServerType } from "@hono/node-server";
import type { Hono } from "hono";

export type Listening = { readonly url: string; close(): Promise<void> };

/** How long calls under way may take to end when the service stops: container hosts give ten seconds for everything. */
const DRAIN_MS = 5_000;

/**
 * How long a connection that waits for its next call is left open then. Its client may be writing that call: cut at
 * once, it would be lost, as seen in a rolling restart. A client with more to say is told to go by its answer.
 */
const IDLE_MS = 1_000;

/** Milliseconds that a client has for its header, and for header and body together; how often that is looked at. */
export type Patience = { readonly headersMs: number; readonly requestMs: number; readonly checkMs: number };

/** 2 MiB in a minute is 280 kbit/s. Node's own five minutes would let a slow sender hold a place that long. */
const PATIENCE: Patience = { headersMs: 20_000, requestMs: 60_000, checkMs: 5_000 };

/** Each takes a file descriptor: beyond this the service would lack those for its database and gateways. */
const MAX_CONNECTIONS = 10_000;

/** Listens for HTTP. Rejects where the port is taken. */
export function listen(
  app: Hono,
  at: { readonly host: string; readonly port: number; /** Which one says so. */ readonly setting?: string },
  { headersMs, requestMs, checkMs }: Patience = PATIENCE,
): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const serverOptions = {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
    };
    let closing = false;
    // A client that keeps its connection busy would never be told to go, and lose a call when it is cut.
    const answer: typeof app.fetch = (...call) => {
      const response = app.fetch(...call);
      return closing ? lastOf(response) : response;
    };
    const server = serve({ fetch: answer, hostname: at.host, port: at.port, serverOptions }, (info) => {
      const host = info.family === "IPv6" ? `[${info.address}]` : info.address;
      resolve({
        url: `http://${host}:${info.port}`,
        close: () =>
          new Promise((done) => {
            if (!closing) letGo(server);
            closing = true;
            // Only the port: http.Server's own close() also cuts at once every connection that waits for a call.
            TcpServer.prototype.close.call(server, () => done());
          }),
      });
    });
    server.maxConnections = MAX_CONNECTIONS;
    server.once("error", (error) => {
      const code = "code" in error ? String(error.code) : error.message;
      const why =
        code === "EADDRINUSE" ? "is in use" : code === "EACCES" ? "needs more rights" : `cannot be used (${code})`;
      reject(new Error(`${at.setting ?? "TIDINGS_LISTEN"} ${at.host}:${at.port} ${why}.`, { cause: error }));
    });
  });
}

/** Ends what is left open: soon where no call is under way, in the end whatever is. */
function letGo(server: ServerType): void {
  if (!("closeIdleConnections" in server)) return;
  setTimeout(() => {
    server.closeIdleConnections();
    // One that was answered before it could be told to go waits for its next call only now.
    const again = setInterval(() => server.closeIdleConnections(), IDLE_MS / 4).unref();
    server.once("close", () => clearInterval(again));
  }, IDLE_MS).unref();
  // A client that never ends its call must not keep the service from stopping.
  setTimeout(() => server.closeAllConnections(), DRAIN_MS).unref();
}

async function lastOf(response: Response | Promise<Response>): Promise<Response> {
  const last = await response;
  last.headers.set("Connection", "close");
  return last;
}
