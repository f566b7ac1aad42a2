import { serve } from "@hono/node-server";
import type { Hono } from "hono";

export type Listening = { readonly url: string; close(): Promise<void> };

/** How long calls under way may take to end when the service stops: container hosts give ten seconds for everything. */
const DRAIN_MS = 5_000;

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
            closing = true;
            server.close(() => done());
            if ("closeIdleConnections" in server) server.closeIdleConnections();
            // A client that never ends its call must not keep the service from stopping.
            setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), DRAIN_MS).unref();
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

async function lastOf(response: Response | Promise<Response>): Promise<Response> {
  const last = await response;
  last.headers.set("Connection", "close");
  return last;
}
