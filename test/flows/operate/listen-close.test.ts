import { connect } from "node:net";

import { Hono } from "hono";
import { expect, test } from "vitest";

import { listen } from "#app/http/listen";

const CALL = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/** A client that keeps its connection, as a load balancer does. */
function client(url: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let heard = "";
  socket.setEncoding("utf8").on("data", (text: string) => (heard += text));
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return {
    /** One more response, from its first line on. */
    async call(): Promise<string> {
      heard = "";
      socket.write(CALL);
      while (!heard.endsWith("answered")) await new Promise((resolve) => socket.once("data", resolve));
      return heard;
    },
    ended,
  };
}

test("a service that stops answers calls on existing connections, tells them to close, and accepts no new one", async () => {
  const app = new Hono().get("/", (c) => c.text("answered"));
  const { url, close } = await listen(app, { host: "127.0.0.1", port: 0 });
  const [busy, quiet] = [client(url), client(url)];
  expect(await busy.call()).toMatch(/Connection: keep-alive/i);
  expect(await quiet.call()).toMatch(/Connection: keep-alive/i);

  const before = performance.now();
  const closed = close();
  await expect(fetch(url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  // Its idle connection is one that the client may have begun to write on.
  const last = await busy.call();
  expect(last).toMatch(/^HTTP\/1\.1 200 /);
  expect(last).toMatch(/Connection: close/i);
  await busy.ended;
  // The silent connection does not delay the stop until everything left is cut, after five seconds.
  await closed;
  await quiet.ended;
  expect(performance.now() - before).toBeLessThan(4_900);
});
