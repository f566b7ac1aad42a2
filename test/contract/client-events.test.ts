import { afterEach, expect, test } from "vitest";

import { eventParser, type ParsedEvent } from "../../packages/client/src/event-parser.ts";
import { createClient, TidingsError } from "../../packages/client/src/index.ts";
import {
  fail,
  startHostileServer,
  uncheckedFetch,
  type Handler,
  type HostileServer,
} from "../support/client/hostile-server.ts";

let server: HostileServer | null = null;
afterEach(async () => {
  await server?.end();
  server = null;
});

async function stream(handle: Handler, signal?: AbortSignal) {
  server = await startHostileServer(handle);
  const tidings = createClient({ url: server.url, fetch: uncheckedFetch, retryDelayMs: 1, maxRetries: 1 });
  return tidings.streamMessageProgress({ id: "msg_1" }, { signal });
}

const begin = (response: Parameters<Handler>[0]) => response.writeHead(200, { "content-type": "text/event-stream" });
const event = (sent: number, id?: string) => `event: progress\n${id ? `id: ${id}\n` : ""}data: {"sent":${sent}}\n\n`;
const END = 'event: end\ndata: {"state":"completed"}\n\n';

test("a stream that is cut in the middle of an event continues after the last whole one", async () => {
  const events = await stream((response, _, count) => {
    if (count === 3) return fail(response, 503, "database_unavailable");
    begin(response);
    if (count === 1)
      response.write(`retry: 1\n${event(1, "a")}event: progress\nid: b\ndata: {"se`, () => response.destroy());
    else if (count === 2) response.write(`: still here\n\n${event(2, "b")}`, () => response.destroy());
    else response.end(event(3, "c") + END + event(4));
  });
  const seen: unknown[] = [];
  for await (const { type, data, id } of events) seen.push([type, data.sent, id]);
  expect(seen).toEqual([
    ["progress", 1, "a"],
    ["progress", 2, "b"],
    ["progress", 3, "c"],
  ]);
  expect(server!.received.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "a", "b", "b"]);
  expect(server!.received[0]!.headers.accept).toBe("text/event-stream");
});

test("a service that refuses the stream ends it, at the beginning and later", async () => {
  const refused = await stream((response) => fail(response, 404, "not_found"));
  await expect(refused.next()).rejects.toThrow(TidingsError);
  await server!.end();
  const revoked = await stream((response, _, count) =>
    count === 1 ? begin(response).end(event(1)) : fail(response, 401, "unauthorized"),
  );
  expect((await revoked.next()).value!.data.sent).toBe(1);
  await expect(revoked.next()).rejects.toMatchObject({ code: "unauthorized" });
});

test("a reader who leaves, and a signal, close the connection", async () => {
  const open: Handler = (response) => void begin(response).write(event(1));
  for await (const { data } of await stream(open)) {
    expect(data.sent).toBe(1);
    break;
  }
  await expect.poll(() => server!.connections()).toBe(0);
  await server!.end();

  const controller = new AbortController();
  const gone = new Error("gone");
  const events = await stream(open, controller.signal);
  await events.next();
  const next = events.next().catch((reason: unknown) => reason);
  controller.abort(gone);
  expect(await next).toBe(gone);
  await expect.poll(() => server!.connections()).toBe(0);
});

test("events are the same wherever chunks end", () => {
  const text =
    'retry: 7\r\n: hi\r\ndata: {"ü":"✓😀"}\r\nid: 1\r\n\r\nevent:x\rdata\rdata: b\r\rdata:c\n\nid: 2\n\ndata: lost';
  const bytes = new TextEncoder().encode(text);
  const whole = eventParser().read(bytes);
  expect(whole).toEqual([
    { type: "message", data: '{"ü":"✓😀"}', id: "1", retryMs: 7 },
    { type: "x", data: "\nb", id: undefined, retryMs: undefined },
    { type: "message", data: "c", id: undefined, retryMs: undefined },
    { type: "message", data: undefined, id: "2", retryMs: undefined },
  ]);
  for (let size = 1; size < bytes.length; size++) {
    const parser = eventParser();
    const events: ParsedEvent[] = [];
    for (let at = 0; at < bytes.length; at += size) events.push(...parser.read(bytes.subarray(at, at + size)));
    expect(events).toEqual(whole);
  }
});
