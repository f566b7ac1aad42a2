import { once } from "node:events";
import { connect, type Socket } from "node:net";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import { listen, type Listening } from "#app/http/listen";

import { startTestService, type TestService } from "../../support/service/test-service.ts";

const MB = 1_024 * 1_024;
const LINGERING = { bytes: 16 * MB, totalMs: 3_000, idleMs: 1_000 };
const PATIENCE = { headersMs: 20_000, requestMs: 60_000, checkMs: 5_000 };

let service: TestService;
let listening: Listening;
let auth: string;

beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  listening = await listen(service.app, { host: "127.0.0.1", port: 0 }, PATIENCE, LINGERING);
  auth = `Authorization: Basic ${Buffer.from(`${service.admin.user}:${service.admin.password}`).toString("base64")}\r\n`;
});
afterAll(async () => {
  await listening.close();
  await service.end();
});

type Sent = { readonly text: string; readonly error: string | null; readonly bytes: number };

/** Writes everything before it reads, as PHP and many others do, and waits for the end of the connection. */
async function send(head: string, parts: Iterable<string>): Promise<Sent> {
  const socket = connect(Number(new URL(listening.url).port), "127.0.0.1").pause();
  let text = "";
  let error: string | null = null;
  socket.on("data", (data) => (text += String(data)));
  socket.on("error", (cause: NodeJS.ErrnoException) => (error ??= cause.code ?? cause.message));
  const closed = once(socket, "close").catch(() => undefined);
  socket.write(`${head}\r\n\r\n`);
  for (const part of parts) {
    const isWritten = await new Promise((resolve) => socket.write(part, (cause) => resolve(!cause)));
    if (!isWritten) break;
  }
  socket.resume();
  await closed;
  return { text, error, bytes: socket.bytesWritten };
}

const chunk = (size: number): string => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;

function* times(count: number, part: string): Generator<string> {
  for (let n = 0; n < count; n += 1) yield part;
}

const JSON_CALL = "POST /svc/v1/groups HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";

test.each([
  ["an announced body that is too large", 413, `${JSON_CALL}AUTHContent-Length: ${8 * MB}`, times(8, "x".repeat(MB))],
  [
    "a chunked body that is too large",
    413,
    `${JSON_CALL}AUTHTransfer-Encoding: chunked`,
    [...times(8, chunk(MB)), "0\r\n\r\n"],
  ],
  [
    "a body without a sign-in",
    401,
    `${JSON_CALL}Connection: close\r\nContent-Length: ${8 * MB}`,
    times(8, "x".repeat(MB)),
  ],
  [
    "a body in a coding that is not supported",
    415,
    `${JSON_CALL}AUTHContent-Encoding: gzip\r\nConnection: close\r\nContent-Length: ${8 * MB}`,
    times(8, "x".repeat(MB)),
  ],
])("a client that sends %s reads why, though it reads only at the end", async (_what, status, head, parts) => {
  const { text, error } = await send(head.replace("AUTH", auth), parts);
  expect([text.split(" ")[1], error]).toEqual([String(status), null]);
});

test("a client that never stops sending is cut off", async () => {
  const { bytes, error } = await send(`${JSON_CALL}${auth}Transfer-Encoding: chunked`, times(4_000, chunk(MB)));
  expect(["EPIPE", "ECONNRESET"]).toContain(error);
  expect(bytes).toBeLessThan(4_000 * MB);
});

test("a client that goes on byte by byte is answered, and cut off after a while", async () => {
  const socket = connect({ port: Number(new URL(listening.url).port), host: "127.0.0.1", allowHalfOpen: true });
  let text = "";
  socket.on("data", (data) => (text += String(data)));
  socket.write(`${JSON_CALL}${auth}Content-Length: ${8 * MB}\r\n\r\n`);
  const drip = setInterval(() => socket.write("x"), 50);
  const [cause] = await once(socket, "error");
  clearInterval(drip);
  expect([text.split(" ")[1], ["EPIPE", "ECONNRESET"].includes(cause.code)]).toEqual(["413", true]);
});

test("a client that falls silent in the middle of its body is cut off", async () => {
  const { url, close } = await listen(service.app, { host: "127.0.0.1", port: 0 }, PATIENCE, {
    ...LINGERING,
    totalMs: 600_000,
    idleMs: 200,
  });
  const count = (): number => process.getActiveResourcesInfo().filter((name) => name.startsWith("TCPSocket")).length;
  const before = count();
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  const answered = once(socket, "data");
  socket.write(`${JSON_CALL}${auth}Content-Length: ${8 * MB}\r\n\r\nx`);
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 413 /);
  // Ours is left, which was never closed; the service's is gone.
  await expect.poll(count).toBe(before + 1);
  socket.destroy();
  await close();
});

test("a call that follows a refused body on the same connection is not carried out, because it could not be answered", async () => {
  const body = JSON.stringify({ name: "Pipelined" });
  const next = `${JSON_CALL}${auth}Content-Length: ${body.length}\r\n\r\n${body}`;
  const { text } = await send(`${JSON_CALL}${auth}Content-Length: ${8 * MB}`, [...times(8, "x".repeat(MB)), next]);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413"]);
  const { body: groups } = await service.call("GET", "/groups?search=Pipelined");
  expect(groups.data.items).toEqual([]);
});

/** Opens a call of this many bytes and leaves it one byte short; `answered` has the status once there is one. */
function unfinished(head: string, bytes: number): { readonly socket: Socket; status: string | null } {
  const socket = connect(Number(new URL(listening.url).port), "127.0.0.1");
  const call = { socket, status: null as string | null };
  socket.on("error", () => undefined);
  socket.once("data", (data) => (call.status = String(data).split(" ", 2)[1]!));
  socket.write(`${head}Content-Length: ${bytes}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes - 1, "a"));
  return call;
}

test.each([
  [
    "of strangers in a form",
    () => "POST /p/bodies HTTP/1.1\r\nHost: x\r\n",
    "application/x-www-form-urlencoded",
    262_144,
    270,
  ],
  [
    "of callers who are known",
    () => `POST /svc/v1/groups HTTP/1.1\r\nHost: x\r\n${auth}`,
    "application/json",
    2 * MB,
    132,
  ],
])(
  "bodies %s that never end share a limited amount of memory: the oldest is dropped",
  async (_who, head, type, bytes, count) => {
    const { status } = await service.call("POST", "/forms", {
      slug: "bodies",
      title: "Bodies",
      group_ids: [1],
      consent: "I agree.",
    });
    expect([201, 409]).toContain(status);
    const calls = Array.from({ length: count }, () => unfinished(`${head()}Content-Type: ${type}\r\n`, bytes));
    await vi.waitUntil(() => calls.some((call) => call.status !== null), { timeout: 60_000 });
    expect(new Set(calls.flatMap((call) => call.status ?? []))).toEqual(new Set(["429"]));
    for (const { socket } of calls) socket.destroy();
  },
);
