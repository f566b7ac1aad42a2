import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

import type { Reply, Seen } from "./case.ts";

/** A simulated provider on a real socket: it answers each request by `answer` and remembers what it saw. */
export async function playProvider() {
  const seen: Seen[] = [];
  let answer: (request: Seen) => Reply | Promise<Reply> = () => ({ status: 500 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://provider");
      const one: Seen = {
        method: request.method ?? "",
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      seen.push(one);
      const reply = answer(one);
      if (reply instanceof Promise) void reply.then((later) => give(later, response));
      else give(reply, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answers(next: Reply | ((request: Seen) => Reply | Promise<Reply>)): void {
      answer = typeof next === "function" ? next : () => next;
      seen.length = 0;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function give(reply: Reply, response: ServerResponse): void {
  if (!("breaks" in reply)) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(reply.body ?? "");
    return;
  }
  const status = reply.status ?? 200;
  const { socket } = response;
  if (reply.breaks === "resets") socket?.resetAndDestroy();
  if (reply.breaks === "closes") socket?.destroy();
  if (reply.breaks === "truncates") {
    response.writeHead(status, { "content-type": "application/json", "content-length": "400" });
    response.write('{"sid":"SM', () => socket?.destroy());
  }
  if (reply.breaks === "drips") {
    response.writeHead(status, { "content-type": "application/json" });
    response.write("{");
  }
  if (reply.breaks === "floods") {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(`{"sid":"${"S".repeat(3_000_000)}"}`);
  }
}
