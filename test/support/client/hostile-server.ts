import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

import { fetch } from "undici";
import { listen } from "../service/listen.ts";

export type Received = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
};

export type Handler = (response: ServerResponse, request: Received, count: number) => unknown;

export type HostileServer = {
  readonly url: string;
  /** The requests so far, complete with their bodies. */
  readonly received: readonly Received[];
  /** How many connections are open. */
  connections(): Promise<number>;
  end(): Promise<void>;
};

/** The global `fetch` compares replies with openapi.json in tests, which this server does not follow. */
export const uncheckedFetch = fetch as unknown as typeof globalThis.fetch;

/** A server on a real socket that handles each request as the test specifies; `count` begins with 1. */
export async function startHostileServer(handle: Handler): Promise<HostileServer> {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("error", () => undefined);
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(parts).toString() };
      received.push(request);
      void Promise.resolve(handle(response, request, received.length)).catch(() => response.destroy());
    });
  });
  const { port, close } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    end: close,
  };
}

export function answer(response: ServerResponse, data: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ status: "success", message: "Done.", error: [], data }));
}

/** A failure in the form of the API. */
export function fail(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  const data = { status, params: {}, details: [] };
  response.end(JSON.stringify({ status: "error", code, message: "No.", data, request_id: "req_1", docs: `#${code}` }));
}
