import { serve } from "@hono/node-server";
import type { Hono } from "hono";

export type Listening = { readonly url: string; close(): Promise<void> };

/** How long calls under way may take to end when the service stops. */
const DRAIN_MS = 10_000;

/** Listens for HTTP. Rejects where the port is taken. */
export function listen(app: Hono, at: { readonly host: string; readonly port: number }): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: at.host, port: at.port }, (info) => {
      const host = info.family === "IPv6" ? `[${info.address}]` : info.address;
      resolve({
        url: `http://${host}:${info.port}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            if ("closeIdleConnections" in server) server.closeIdleConnections();
            // A client that never ends its call must not keep the service from stopping.
            setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), DRAIN_MS).unref();
          }),
      });
    });
    server.once("error", reject);
  });
}
