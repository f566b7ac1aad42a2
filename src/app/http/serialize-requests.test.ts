import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";

import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";

import { serializeRequests } from "./serialize-requests.ts";
import { listen, type Listening } from "./listen.ts";

let listening: Listening;
afterEach(() => listening.close());

/** A service whose calls take a moment, and what it was asked for. */
async function slowService() {
  const seen = { running: 0, most: 0, paths: [] as string[] };
  const app = new Hono();
  app.all("*", async (c) => {
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    seen.paths.push(c.req.path);
    const body = await c.req.text();
    await new Promise((resolve) => setImmediate(resolve));
    seen.running -= 1;
    return c.text(`${c.req.path} ${body}\n`);
  });
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
  return seen;
}

/** What is received for these bytes until the connection ends. */
function received(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(listening.url).port), "127.0.0.1");
    let text = "";
    socket.on("data", (data) => (text += String(data)));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
    socket.write(bytes);
  });
}

const get = (nth: number, more = ""): string => `GET /${nth} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const post = (nth: number): string => `POST /${nth} HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n${nth + 100}`;

test("requests that a client sends without waiting are carried out one after the other, so that their responses do not pile up", async () => {
  const seen = await slowService();
  const requests = Array.from({ length: 40 }, (_, nth) => (nth % 2 === 0 ? get(nth) : post(nth)));
  const text = await received([...requests, get(40, "Connection: close\r\n")].join(""));
  const bodies = text.match(/^\/\d+ .*$/gm);
  expect(bodies).toEqual(Array.from({ length: 41 }, (_, nth) => `/${nth} ${nth % 2 === 0 ? "" : nth + 100}`));
  expect(seen.most).toBe(1);
});

test("requests that wait are not executed once their client has disconnected", async () => {
  const paths: string[] = [];
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.all("*", async (c) => {
    paths.push(c.req.path);
    if (c.req.path === "/0") {
      const { socket } = c.env.incoming;
      await new Promise((resolve) => {
        socket.once("close", resolve);
        client.destroy();
      });
    }
    return c.text("");
  });
  listening = await listen(app as unknown as Hono, { host: "127.0.0.1", port: 0 });
  const client = connect(Number(new URL(listening.url).port), "127.0.0.1");
  client.write(get(0) + get(1) + get(2));
  await new Promise((resolve) => client.once("close", resolve));
  await fetch(`${listening.url}/later`);
  expect(paths).toEqual(["/0", "/later"]);
});

test("of a thousand requests at once a hundred and one are answered, and the connection is closed", async () => {
  const seen = await slowService();
  const text = await received(Array.from({ length: 1_000 }, (_, nth) => get(nth)).join(""));
  expect(text.match(/^HTTP\/1\.1 200/gm)).toHaveLength(101);
  expect(text.match(/^connection: close/gim)).toHaveLength(1);
  expect(seen.paths).toEqual(Array.from({ length: 101 }, (_, nth) => `/${nth}`));
});

test("a client that keeps sending behind the last request that may wait is no longer read", async () => {
  let read = 0;
  const first = Promise.withResolvers<void>();
  const answer = serializeRequests((incoming, outgoing) => {
    const wait = incoming.url === "/0" ? first.promise : Promise.resolve();
    void wait.then(() => outgoing.end("answered\n"));
  });
  const server = createServer((incoming, outgoing) => {
    read += 1;
    answer(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  listening = { url, close: () => new Promise((resolve) => server.close(() => resolve())) };
  const client = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
  const closed = new Promise((resolve) => client.once("close", resolve));
  client.resume().write(get(0) + get(1).repeat(20_000));
  // Meanwhile the service has turns enough to read all of it.
  for (let turn = 0; turn < 50; turn += 1) await (await fetch(`${url}/other`)).text();
  const readMeanwhile = read;
  first.resolve();
  await closed;
  expect(readMeanwhile).toBeGreaterThan(101);
  expect(readMeanwhile).toBeLessThan(5_000);
});
