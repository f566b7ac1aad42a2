import { connect } from "node:net";

import { afterAll, beforeAll, expect, test } from "vitest";

import { listen, type Listening } from "#app/http/listen";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let listening: Listening;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  listening = await listen(
    service.app,
    { host: "127.0.0.1", port: 0, docsUrl: service.services.docsUrl },
    { headersMs: 300, requestMs: 600, checkMs: 50 },
  );
});
afterAll(async () => {
  await listening.close();
  await service.end();
});

/** What is received until the connection ends. @param later sent once the first response arrives */
function received(bytes: string, later?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(listening.url).port), "127.0.0.1");
    let text = "";
    socket.on("data", (data) => (text += String(data)));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
    if (later !== undefined) socket.once("data", () => socket.write(later));
    socket.write(bytes);
  });
}

/** The response to these bytes until the connection ends. */
async function answerTo(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const [head = "", body = ""] = (await received(bytes)).split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body };
}

const END = "Host: x\r\nConnection: close\r\n\r\n";

test.each([
  ["a method that nobody knows", `BREW /svc/v1/outbox HTTP/1.1\r\n${END}`, 400, "malformed_request"],
  [
    "headers that are too large",
    `GET /svc/v1/outbox HTTP/1.1\r\nX-Long: ${"x".repeat(20_000)}\r\n${END}`,
    431,
    "headers_too_large",
  ],
  [
    "a query that is too large",
    `GET /svc/v1/outbox?search=${"x".repeat(20_000)} HTTP/1.1\r\n${END}`,
    431,
    "headers_too_large",
  ],
  ["a header without a colon", `GET /svc/v1/outbox HTTP/1.1\r\nnonsense\r\n${END}`, 400, "malformed_request"],
  [
    "two lengths",
    `POST /svc/v1/send HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3\r\n${END}{}`,
    400,
    "malformed_request",
  ],
  ["no host", "GET /svc/v1/outbox HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "malformed_request"],
  [
    "a host that is none",
    "GET /svc/v1/outbox HTTP/1.1\r\nHost: a b/?#\r\nConnection: close\r\n\r\n",
    400,
    "malformed_request",
  ],
  [
    "two hosts",
    "GET /svc/v1/outbox HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n",
    400,
    "malformed_request",
  ],
  [
    "an expectation that nobody meets",
    `POST /svc/v1/send HTTP/1.1\r\nExpect: tea\r\nContent-Length: 0\r\n${END}`,
    401,
    "unauthorized",
  ],
  ["what is no HTTP at all", "\u0016\u0003\u0001\u0002\u0000\u0001", 400, "malformed_request"],
  ["a header that does not end", "GET /svc/v1/outbox HTTP/1.1\r\nHost: x\r\nX-Slow: ", 408, "request_timeout"],
])("%s is answered in the envelope", async (_what, bytes, status, code) => {
  const answer = await answerTo(bytes);
  expect([answer.status, answer.body === "" ? answer.head : JSON.parse(answer.body)]).toMatchObject([
    status,
    {
      status: "error",
      code,
      error: { code: status },
      data: { status, params: {}, details: [] },
      request_id: expect.stringMatching(/^req_/),
      docs: `${service.services.docsUrl}#${code}`,
    },
  ]);
  expect(answer.head.toLowerCase()).toContain("content-type: application/json; charset=utf-8");
  expect(answer.head.toLowerCase()).toContain("connection: close");
  expect(answer.head).toContain(`ength: ${Buffer.byteLength(answer.body)}`);
});

test("a response in progress is never mixed with the one to unreadable input behind it", async () => {
  const auth = `Authorization: Basic ${Buffer.from(`${service.admin.user}:${service.admin.password}`).toString("base64")}\r\n`;
  const { head, body } = await answerTo(`GET /svc/v1/groups HTTP/1.1\r\nHost: x\r\n${auth}\r\nnonsense\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 (200|400) /);
  expect(() => JSON.parse(body.split("HTTP/1.1")[0]!)).not.toThrow();
});

test("a request that was answered before its body ended gets no second response, which a proxy would give to another client", async () => {
  const head = "POST /svc/v1/nosuch HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const [first, later] of [
    [head, "no chunk\r\n\r\n"],
    [`${head}2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n`, undefined],
  ] as const) {
    expect((await received(first, later)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 404"]);
  }
});
