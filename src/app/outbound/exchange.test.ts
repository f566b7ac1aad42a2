import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

import { Agent } from "undici";
import { afterAll, describe, expect, test } from "vitest";

import { exchange, LONGEST_ANSWER } from "#gateways/shared/wire";
import { HELD_BACK, withLastCheck } from "#lib/last-check";

import { createOutbound } from "./outbound.ts";
import { exchangeOn } from "./exchange.ts";

const gate = createOutbound({ allow: [], connectMs: 2_000 });
afterAll(() => gate.close());

/** A bare TCP peer, so that the test decides what goes over the wire byte by byte. */
async function peer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms?to=1`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const says = (text: string | Buffer) => (socket: Socket) => void socket.once("data", () => socket.write(text));
const saysAndEnds = (text: string) => (socket: Socket) => void socket.once("data", () => socket.end(text));
const ok = (headers: string, body: string): string => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n${body}`;
function packed(text: string): Buffer {
  const bytes = gzipSync(text);
  return Buffer.concat([Buffer.from(ok(`content-encoding: gzip\r\ncontent-length: ${bytes.length}`, "")), bytes]);
}
const long = (size: number): string => ok(`content-length: ${size}`, "x".repeat(size));

/** What the gateway's `exchange` makes of it on either path. */
async function both(talk: (socket: Socket) => void, timeoutMs: number) {
  const answers = [];
  for (const resolved of [gate.trustedFetch, fetch]) {
    await using one = await peer(talk);
    const answer = await exchange(resolved, {
      method: "POST",
      url: one.url,
      headers: { "x-a": "b" },
      body: "hi",
      timeoutMs,
    });
    answers.push(answer.kind === "answer" ? { ...answer, headers: [...answer.headers] } : answer);
  }
  return answers;
}

const WAITED_FOR = new Set(["an answer that stops in the middle", "no answer"]);

describe("the short path reports the same about an exchange as fetch", () => {
  test.each([
    ["an answer", says(ok("content-length: 2\r\nretry-after: 3", "{}"))],
    ["two headers of a name", says(ok("content-length: 0\r\nset-cookie: a=1\r\nset-cookie: b=2", ""))],
    [
      "an answer before the whole request",
      (socket: Socket) => void socket.end(ok("content-length: 2\r\nconnection: close", "no")),
    ],
    ["a refusal without a body", says("HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n")],
    ["a redirect, which is not followed", says("HTTP/1.1 302 Found\r\nlocation: /other\r\ncontent-length: 0\r\n\r\n")],
    [
      "an interim answer before the answer",
      says(`HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n${ok("content-length: 2", "{}")}`),
    ],
    [
      "a chunked answer without its end",
      saysAndEnds('HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"sid\r\n'),
    ],
    ["an answer that stops in the middle", says(ok("content-length: 20", "{"))],
    ["no answer", () => undefined],
    ["a socket that is closed without a word", saysAndEnds("")],
    ["a peer that speaks no HTTP", says("220 mail.example.org ESMTP\r\n")],
    ["a switch to another protocol", says("HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")],
    ["a compressed answer that was not requested", says(packed('{"sid":1}'))],
    ["packed rubbish", says(ok("content-encoding: gzip\r\ncontent-length: 3", "abc"))],
    ["an unknown content encoding", says(ok("content-encoding: x-own\r\ncontent-length: 3", "abc"))],
    ["packed more than is read", says(packed("x".repeat(LONGEST_ANSWER + 1)))],
    ["as much as is read", says(long(LONGEST_ANSWER))],
    ["more than is read", says(long(LONGEST_ANSWER + 1))],
  ])("%s", async (what, talk) => {
    // Long if a response is expected, however busy the computer is.
    const [short, usual] = await both(talk, WAITED_FOR.has(what) ? 300 : 15_000);
    expect(short).toEqual(usual);
  });

  test("a port without a listener: certainly not written", async () => {
    const one = await peer(() => undefined);
    await one[Symbol.asyncDispose]();
    const request = { method: "GET", url: one.url, headers: {}, timeoutMs: 1_000 };
    expect(await exchange(gate.trustedFetch, request)).toEqual({ kind: "unsent", code: "ECONNREFUSED" });
  });

  test("an invalid header, an invalid URL: nothing is thrown", async () => {
    const request = { method: "GET", url: "http://127.0.0.1:1/", headers: { "x-a": "a\r\nb" }, timeoutMs: 1_000 };
    expect(await exchange(gate.trustedFetch, request)).toMatchObject({ kind: "unknown" });
    expect(await exchange(gate.trustedFetch, { ...request, url: "nowhere", headers: {} })).toMatchObject({
      kind: "unknown",
    });
  });
});

test.each([
  ["is closed at once, as by a load balancer without servers", (socket: Socket) => void socket.end(), "ECONNRESET"],
  ["speaks no TLS", saysAndEnds(ok("content-length: 0", "")), expect.stringMatching(/^(ERR_SSL_|EPROTO|ECONNRESET)/)],
  ["says nothing", () => undefined, "timeout"],
])("a connection that %s before TLS begins: certainly not written", async (_what, talk, code) => {
  await using one = await peer(talk);
  const url = one.url.replace("http:", "https:");
  const request = { method: "POST", url, headers: {}, body: "hi", timeoutMs: code === "timeout" ? 300 : 15_000 };
  expect(await exchange(gate.trustedFetch, request)).toEqual({ kind: "unsent", code });
});

test("the headers, the path with its query and the body are sent", async () => {
  const heard = Promise.withResolvers<string>();
  await using one = await peer((socket) => {
    let text = "";
    socket.on("data", (data) => {
      text += String(data);
      if (!text.endsWith("höi")) return;
      heard.resolve(text);
      socket.write(ok("content-length: 0", ""));
    });
  });
  await exchange(gate.trustedFetch, {
    method: "PUT",
    url: one.url,
    headers: { "x-a": "b" },
    body: "höi",
    timeoutMs: 2_000,
  });
  const text = await heard.promise;
  expect(text).toMatch(/^PUT \/sms\?to=1 HTTP\/1\.1\r\n/);
  expect(text).toContain("x-a: b\r\n");
  expect(text).toContain("content-length: 4\r\n");
});

test("a request that was abandoned before it had a connection is never written", async () => {
  const heard: string[] = [];
  await using one = await peer((socket) => void socket.on("data", (data) => heard.push(String(data))));
  const opened = Promise.withResolvers<void>();
  const agent = new Agent({
    connect: ({ port }, callback) => {
      void opened.promise.then(() => {
        const socket = connect(Number(port), "127.0.0.1", () => callback(null, socket));
      });
    },
  });
  const slow = Object.assign((() => Promise.reject(new Error("unused"))) as unknown as typeof fetch, {
    exchange: exchangeOn(agent),
  });
  const ask = (body: string, timeoutMs: number) =>
    exchange(slow, { method: "POST", url: one.url, headers: {}, body, timeoutMs });
  expect(await ask("given up", 50)).toEqual({ kind: "unsent", code: "timeout" });
  opened.resolve();
  expect(await ask("wanted", 500)).toEqual({ kind: "unknown", code: "timeout" });
  expect(heard.join("")).toContain("wanted");
  expect(heard.join("")).not.toContain("given up");
  await agent.destroy();
});

test("a message that may no longer leave when its connection is ready is not written, and is not in doubt", async () => {
  const heard: string[] = [];
  await using one = await peer((socket) => {
    socket.on("data", (data) => {
      heard.push(String(data));
      socket.write(ok("content-length: 0", ""));
    });
  });
  const opened = Promise.withResolvers<void>();
  const agent = new Agent({
    connect: (_options, callback) =>
      void opened.promise.then(() => {
        const { port } = new URL(one.url);
        const socket = connect(Number(port), "127.0.0.1", () => callback(null, socket));
      }),
  });
  const slow = Object.assign((() => Promise.reject(new Error("unused"))) as unknown as typeof fetch, {
    exchange: exchangeOn(agent),
  });
  let mayLeave = true;
  const ask = (body: string, gated: boolean) =>
    withLastCheck(
      () => mayLeave || !gated,
      () => exchange(slow, { method: "POST", url: one.url, headers: {}, body, timeoutMs: 30_000 }),
    );
  const asked = [ask("too old", true), ask("wanted", false)];
  // Its gates were open when it was passed on.
  mayLeave = false;
  opened.resolve();
  const [held, sent] = await Promise.all(asked);
  expect(held).toEqual({ kind: "unsent", code: HELD_BACK });
  expect(sent).toMatchObject({ kind: "answer", status: 200 });
  expect(heard.join("")).toContain("wanted");
  expect(heard.join("")).not.toContain("too old");
  await agent.destroy();
});

test("ten calls at a time, each followed by the next, use ten connections", async () => {
  let connections = 0;
  const server = createHttpServer((_request, response) => response.end("{}"));
  // However slow the machine is, the server closes none of them.
  server.keepAliveTimeout = 60_000;
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`;
  let left = 200;
  const call = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await exchange(gate.trustedFetch, {
        method: "POST",
        url,
        headers: {},
        body: "hi",
        timeoutMs: 5_000,
      });
      expect(answer).toMatchObject({ kind: "answer", status: 200 });
    }
  };
  await Promise.all(Array.from({ length: 10 }, call));
  expect(connections).toBe(10);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

test("an unrequested second response is not the response of the next request", async () => {
  let requests = 0;
  await using one = await peer((socket) => {
    socket.on("data", () => {
      requests += 1;
      const answer = ok("content-length: 1", String(requests));
      socket.write(requests === 1 ? answer + ok("content-length: 6", "stolen") : answer);
    });
  });
  const ask = () => exchange(gate.trustedFetch, { method: "GET", url: one.url, headers: {}, timeoutMs: 2_000 });
  expect(await ask()).toMatchObject({ kind: "answer", body: "1" });
  for (const body of ["2", "3", "4"]) expect(await ask()).toMatchObject({ kind: "answer", body });
});

test("a header has one value, however its name is written", async () => {
  const heard = Promise.withResolvers<string>();
  await using one = await peer((socket) => {
    socket.once("data", (data) => {
      heard.resolve(String(data).toLowerCase());
      socket.write(ok("content-length: 0", ""));
    });
  });
  const headers = { Accept: "text/plain", "User-Agent": "mine" };
  await exchange(gate.trustedFetch, { method: "GET", url: one.url, headers, timeoutMs: 2_000 });
  const text = await heard.promise;
  expect(text.match(/^accept: .*$/gm)).toEqual(["accept: text/plain"]);
  expect(text.match(/^user-agent: .*$/gm)).toEqual(["user-agent: mine"]);
});

describe("a 100 that no request asked for is passed over", () => {
  const interim = "HTTP/1.1 100 Continue\r\n\r\n";
  const twice = (first: string, second: string) => (socket: Socket) =>
    void socket.once("data", () => socket.write(first, () => setImmediate(() => socket.write(second))));

  test.each([
    ["with the response behind it", says(interim + ok("content-length: 2", "{}"))],
    ["with the response in a later packet", twice(interim, ok("content-length: 2", "{}"))],
    ["cut in two", twice(interim.slice(0, 20), interim.slice(20) + ok("content-length: 2", "{}"))],
    ["twice, with a header", says(`HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n${interim}${ok("content-length: 2", "{}")}`)],
    ["of HTTP/1.0, without its words", says(`HTTP/1.0 100\r\n\r\n${ok("content-length: 2", "{}")}`)],
  ])("%s", async (_name, talk) => {
    await using one = await peer(talk);
    const request = { method: "POST", url: one.url, headers: {}, body: "hi", timeoutMs: 2_000 };
    expect(await exchange(gate.trustedFetch, request)).toMatchObject({ kind: "answer", status: 200, body: "{}" });
  });

  test("for each request of a connection", async () => {
    let connections = 0;
    await using one = await peer((socket) => {
      connections += 1;
      socket.on("data", () => socket.write(interim + ok("content-length: 2", "{}")));
    });
    const request = { method: "GET", url: one.url, headers: {}, timeoutMs: 2_000 };
    for (let index = 0; index < 5; index += 1)
      expect(await exchange(gate.trustedFetch, request)).toMatchObject({ kind: "answer", status: 200, body: "{}" });
    expect(connections).toBeLessThan(5);
  });

  test("and nothing behind it is no response", async () => {
    await using one = await peer(saysAndEnds(interim));
    const request = { method: "POST", url: one.url, headers: {}, body: "hi", timeoutMs: 2_000 };
    expect(await exchange(gate.trustedFetch, request)).toMatchObject({ kind: "unknown" });
  });
});
