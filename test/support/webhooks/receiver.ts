import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";

import { testCertificate, testKey } from "../service/certificate.ts";
import { listen } from "../service/listen.ts";

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Answer = (call: Received, response: ServerResponse, count: number) => void;

export type Receiver = {
  readonly url: string;
  readonly port: number;
  readonly calls: Received[];
  /** TCP connections that were ever opened. */
  connections(): number;
  /** Resolves when `count` calls have arrived. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
};

/** A real HTTP server on loopback that records every call. */
export async function startReceiver(
  answer: Answer = (_call, response) => response.end("ok"),
  options: { readonly tls?: boolean } = {},
): Promise<Receiver> {
  const calls: Received[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let connections = 0;
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    void read(request).then((body) => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const call = { method: request.method!, path: request.url!, headers, body };
      calls.push(call);
      answer(call, response, calls.length);
      for (const waiter of waiting) if (calls.length >= waiter.count) waiter.resolve();
    });
  };
  const server = options.tls
    ? createHttpsServer({ cert: testCertificate, key: testKey }, serve)
    : createHttpServer(serve);
  server.on("connection", () => {
    connections += 1;
  });
  const { port, close } = await listen(server);
  return {
    url: `${options.tls ? "https" : "http"}://127.0.0.1:${port}/hook`,
    port,
    calls,
    connections: () => connections,
    received: (count) =>
      new Promise((resolve) => {
        if (calls.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close,
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
