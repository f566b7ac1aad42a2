import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

import { expect, test } from "vitest";

import { OUTBOUND_REFUSED } from "#domain/access/outbound";

import { exchange, failureOf, LONGEST_ANSWER, outcomeOfFailure } from "./wire.ts";

const fetchFailed = (cause: object) =>
  Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("x"), cause) });
const connect = { syscall: "connect" };

test.each([
  ["a refused connection", fetchFailed({ code: "ECONNREFUSED", ...connect })],
  ["an unreachable network while connecting", fetchFailed({ code: "ENETUNREACH", ...connect })],
  ["a timeout while connecting", fetchFailed({ code: "ETIMEDOUT", ...connect })],
  ["undici's own connect timeout", fetchFailed({ code: "UND_ERR_CONNECT_TIMEOUT" })],
  ["a name that does not resolve", fetchFailed({ code: "ENOTFOUND", syscall: "getaddrinfo" })],
  ["a resolver that does not answer", fetchFailed({ code: "EAI_AGAIN", syscall: "getaddrinfo" })],
  ["an expired certificate", fetchFailed({ code: "CERT_HAS_EXPIRED" })],
  ["a certificate for another name", fetchFailed({ code: "ERR_TLS_CERT_ALTNAME_INVALID" })],
  [
    "several addresses that all refuse",
    fetchFailed({
      code: "ECONNREFUSED",
      errors: [
        { code: "ECONNREFUSED", ...connect },
        { code: "EHOSTUNREACH", ...connect },
      ],
    }),
  ],
  ["an address that the outbound rules refuse", fetchFailed({ code: OUTBOUND_REFUSED })],
])("%s proves that nothing was written", (_what, error) => {
  expect(failureOf(error).kind).toBe("unsent");
});

test.each([
  ["a reset while reading", fetchFailed({ code: "ECONNRESET", syscall: "read" })],
  ["a reset without a place", fetchFailed({ code: "ECONNRESET" })],
  ["a timeout on an open connection", fetchFailed({ code: "ETIMEDOUT", syscall: "read" })],
  ["an unreachable host on an open connection", fetchFailed({ code: "EHOSTUNREACH", syscall: "write" })],
  ["a broken pipe", fetchFailed({ code: "EPIPE", syscall: "write" })],
  ["a socket closed by the other side", fetchFailed({ code: "UND_ERR_SOCKET" })],
  ["a timeout for the headers", fetchFailed({ code: "UND_ERR_HEADERS_TIMEOUT" })],
  [
    "a mixed list of addresses",
    fetchFailed({
      code: "X",
      errors: [
        { code: "ECONNREFUSED", ...connect },
        { code: "ECONNRESET", syscall: "read" },
      ],
    }),
  ],
  ["an empty list of addresses", fetchFailed({ errors: [] })],
  ["our own timeout", new DOMException("late", "TimeoutError")],
  ["an error without a cause", new Error("?")],
  ["something that is no error", "?"],
  ["nothing", undefined],
])("%s leaves open what was written", (_what, error) => {
  const failure = failureOf(error);
  expect(failure.kind).toBe("unknown");
  expect(outcomeOfFailure(failure).kind).toBe("unknown");
});

test("an address that the outbound rules refuse stops the gateway: no try will ever succeed", () => {
  expect(outcomeOfFailure({ kind: "unsent", code: OUTBOUND_REFUSED }).kind).toBe("stop");
  expect(outcomeOfFailure({ kind: "unsent", code: "ECONNREFUSED" }).kind).toBe("later");
});

/** A bare TCP peer, so that the test decides what goes over the wire byte by byte. */
async function peer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
const post = (url: string, timeoutMs = 300) =>
  exchange(fetch, { method: "POST", url, headers: { "x-a": "b" }, body: "hello", timeoutMs });

test("a server that is not an HTTP server leaves the outcome unknown", async () => {
  await using smtp = await peer((socket) => socket.write("220 mail.example.org ESMTP\r\n"));
  expect(await post(smtp.url)).toMatchObject({ kind: "unknown" });
});

test("a response that arrives before the request is complete counts", async () => {
  await using hasty = await peer((socket) =>
    socket.end("HTTP/1.1 401 Unauthorized\r\ncontent-length: 2\r\nconnection: close\r\n\r\nno"),
  );
  expect(await post(hasty.url)).toMatchObject({ kind: "answer", status: 401, body: "no" });
});

test("a chunked response without its end has no body we trust", async () => {
  await using broken = await peer((socket) =>
    socket.once("data", () => socket.end('HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"sid\r\n')),
  );
  expect(await post(broken.url)).toMatchObject({ kind: "answer", status: 201, body: null });
});

test("characters split between two packets are read whole", async () => {
  const bytes = Buffer.from("é😀");
  await using slow = await peer((socket) =>
    socket.once("data", () => {
      socket.setNoDelay(true);
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`);
      const pieces = [bytes.subarray(0, 1), bytes.subarray(1, 4), bytes.subarray(4)];
      const next = () => void socket.write(pieces.shift() ?? "", () => pieces.length > 0 && setImmediate(next));
      next();
    }),
  );
  expect(await post(slow.url, 2_000)).toMatchObject({ body: "é😀" });
});

test("a response beyond a megabyte is not kept, one of a megabyte is", async () => {
  for (const [size, whole] of [
    [LONGEST_ANSWER, true],
    [LONGEST_ANSWER + 1, false],
  ] as const) {
    await using flood = await peer((socket) =>
      socket.once("data", () => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${size}\r\n\r\n${"x".repeat(size)}`)),
    );
    const answer = await post(flood.url, 5_000);
    expect(answer).toMatchObject({ kind: "answer", status: 200 });
    expect("body" in answer && answer.body !== null).toBe(whole);
  }
});

test("an invalid header throws nothing: the exchange returns unknown", async () => {
  const failure = await exchange(fetch, {
    method: "GET",
    url: "http://127.0.0.1:1/",
    headers: { "x-a": "b\r\nc: d" },
    timeoutMs: 300,
  });
  expect(failure.kind).toBe("unknown");
});
