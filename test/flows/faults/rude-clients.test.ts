import { connect, type Socket } from "node:net";

import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";

import { listen, type Listening } from "#app/http/listen";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let listening: Listening;
let port: number;
let auth: string;

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  listening = await listen(
    service.app,
    { host: "127.0.0.1", port: 0 },
    { headersMs: 500, requestMs: 800, checkMs: 50 },
  );
  port = Number(new URL(listening.url).port);
  auth = `Authorization: Basic ${Buffer.from(`${service.admin.user}:${service.admin.password}`).toString("base64")}\r\n`;
});
afterAll(async () => {
  await listening.close();
  await service.end();
});

/** A connection, everything it received, and its end. */
function open(): { socket: Socket; text: () => string; ended: Promise<void> } {
  let text = "";
  const socket = connect(port, "127.0.0.1");
  socket.on("data", (data) => (text += String(data)));
  socket.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { socket, text: () => text, ended };
}

function statusOf(text: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

test("a client that disconnects in the middle of its body causes no server error, and stores nothing", async () => {
  const before = service.logged.length;
  const { socket, ended } = open();
  socket.write(
    `POST /svc/v1/groups HTTP/1.1\r\nHost: x\r\n${auth}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":`,
  );
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.end();
  socket.destroySoon();
  await ended;
  // A complete call after it: whatever the first one had to log is logged by then.
  for (let call = 0; call < 3; call += 1) expect((await fetch(`${listening.url}/healthz`)).status).toBe(200);
  expect(service.logged.slice(before)).toEqual([]);
});

test("a header or a body that never ends is cut off, and other calls proceed meanwhile", async () => {
  const slowHeader = open();
  slowHeader.socket.write("GET /svc/v1/outbox HTTP/1.1\r\nHost: x\r\nX-Slow: ");
  const slowBody = open();
  slowBody.socket.write(
    `POST /svc/v1/groups HTTP/1.1\r\nHost: x\r\n${auth}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  );
  expect((await service.call("GET", "/groups")).status).toBe(200);
  await Promise.all([slowHeader.ended, slowBody.ended]);
  expect([408, Number.NaN]).toContain(statusOf(slowHeader.text()));
});

test("a client that never reads its response is cut off, and so does not keep a connection from others", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<boolean>();
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/", (c) => {
    const { outgoing } = c.env;
    outgoing.once("close", () => resolve(outgoing.writableFinished));
    return c.body("x".repeat(64 * 1_024 * 1_024));
  });
  const patience = { headersMs: 500, requestMs: 800, checkMs: 50, silentMs: 300 };
  const own = await listen(app as unknown as Hono, { host: "127.0.0.1", port: 0 }, patience);
  const socket = connect(Number(new URL(own.url).port), "127.0.0.1");
  socket.on("error", () => undefined).pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  expect(await closed).toBe(false);
  socket.destroy();
  await own.close();
});

test("a thousand silent connections block no other client", async () => {
  const idle = Array.from({ length: 1_000 }, () => open());
  await Promise.all(idle.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
  const answer = await fetch(`${listening.url}/svc/v1/users/me`, {
    headers: { authorization: auth.slice("Authorization: ".length).trim() },
  });
  expect(answer.status).toBe(200);
  for (const { socket } of idle) socket.destroy();
});

test.each([
  ["a method that nobody knows", "BREW /svc/v1/send HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["TRACE", "TRACE /svc/v1/send HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405],
  ["no host", "GET /svc/v1/outbox HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["a host that is none", "GET /svc/v1/outbox HTTP/1.1\r\nHost: a b/@c\r\nConnection: close\r\n\r\n", 400],
  ["a header of 20 kB", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["two lengths", "POST /svc/v1/send HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na", 400],
  [
    "a length beside chunks",
    "POST /svc/v1/send HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["no HTTP at all", "\u0016\u0003\u0001\u0002\u0000\r\n\r\n", 400],
])("%s is refused without a word about the inside", async (_what, call, status) => {
  const { socket, text, ended } = open();
  socket.write(call);
  await ended;
  expect(statusOf(text()), text()).toBe(status);
  expect(text()).not.toMatch(/node:|\.ts|at .*:\d+:\d+|<html/i);
});
