import { afterEach, expect, test } from "vitest";

import {
  createClient,
  TidingsConnectionError,
  TidingsError,
  type ClientOptions,
} from "../../packages/client/src/index.ts";
import {
  answer,
  fail,
  startHostileServer,
  uncheckedFetch,
  type Handler,
  type HostileServer,
} from "../support/client/hostile-server.ts";

let servers: HostileServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.end()));
  servers = [];
});

async function against(handle: Handler, options: Partial<ClientOptions> = {}) {
  const server = await startHostileServer(handle);
  servers.push(server);
  const credentials = { user: "shop", applicationPassword: "abcd" };
  return {
    server,
    tidings: createClient({ url: server.url, ...credentials, fetch: uncheckedFetch, retryDelayMs: 1, ...options }),
  };
}

const reasonOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => null,
    (reason: unknown) => reason,
  );
const message = { numbers: ["+15005550000"], message: "Hi" };

test.each([
  ["a reset connection", (response) => response.destroy()],
  ["a response that is cut off", (response) => cutOff(response)],
  ["JSON that is cut off", (response) => response.writeHead(200, { "content-type": "application/json" }).end('{"sta')],
  ["an error page of a proxy", (response) => response.writeHead(502, { "content-type": "text/html" }).end("<html>")],
  ["429", (response) => fail(response, 429, "too_many_requests", { "retry-after": "0" })],
  ["503", (response) => fail(response, 503, "database_unavailable")],
  ["a call with this key that is still running", (response) => fail(response, 409, "idempotency_in_flight")],
] as [string, Handler][])("%s is tried again, with the same key and the same bytes", async (_, handle) => {
  const { server, tidings } = await against((response, request, count) =>
    count < 3 ? handle(response, request, count) : answer(response, { message_id: "msg_1" }),
  );
  expect(await tidings.sendMessage(message as any)).toEqual({ message_id: "msg_1" });
  const [first, ...others] = server.received;
  expect(others).toHaveLength(2);
  expect(first!.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
  for (const other of others) {
    expect(other.body).toBe(first!.body);
    expect(other.headers["idempotency-key"]).toBe(first!.headers["idempotency-key"]);
  }
});

function cutOff(response: Parameters<Handler>[0]): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"status":"success",', () => response.destroy());
}

test.each([
  ["400", (response) => fail(response, 400, "invalid_parameter")],
  ["500", (response) => fail(response, 500, "internal")],
  ["409 for another reason", (response) => fail(response, 409, "conflict")],
  [
    "200 with a page of something else",
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>"),
  ],
  ["200 with other JSON", (response) => response.writeHead(200, { "content-type": "application/json" }).end("[1]")],
] as [string, Handler][])("%s is final", async (_, handle) => {
  const { server, tidings } = await against(handle);
  expect(await reasonOf(tidings.sendMessage(message as any))).toBeInstanceOf(Error);
  expect(server.received).toHaveLength(1);
});

test("a PATCH has no key and is never made twice", async () => {
  const { server, tidings } = await against((response) => response.destroy());
  expect(await reasonOf(tidings.updateGroup({ id: 1, name: "News" }))).toBeInstanceOf(TidingsConnectionError);
  expect(server.received).toHaveLength(1);
});

test("a file that is a stream is sent once, one in memory as often as it takes", async () => {
  const { server, tidings } = await against((response, _, count) =>
    count < 3 ? response.destroy() : answer(response, { job: { id: "job_1" } }),
  );
  const bytes = new TextEncoder().encode("name,phone\n");
  const error = await reasonOf(tidings.importSubscribers({ file: new Blob([bytes]).stream() }));
  expect(error).toBeInstanceOf(TidingsConnectionError);
  expect(server.received).toHaveLength(1);
  expect(await tidings.importSubscribers({ file: bytes })).toEqual({ job: { id: "job_1" } });
  expect(server.received.map(({ body, headers }) => [body, headers["content-type"]])).toEqual(
    Array.from({ length: 3 }, () => ["name,phone\n", "text/csv"]),
  );
});

test("attempts end with maxRetries, and the last error is reported", async () => {
  const { server, tidings } = await against((response) => fail(response, 503, "host_unavailable"), { maxRetries: 2 });
  const error = await reasonOf(tidings.getCredit());
  expect(error).toBeInstanceOf(TidingsError);
  expect(error).toMatchObject({ code: "host_unavailable", status: 503, requestId: "req_1" });
  expect(server.received).toHaveLength(3);
});

test.each(["86400", "Fri, 31 Dec 2100 23:59:59 GMT"])("Retry-After: %s is not waited for", async (after) => {
  const { server, tidings } = await against((response) =>
    fail(response, 429, "too_many_requests", { "retry-after": after }),
  );
  expect(await reasonOf(tidings.getCredit())).toMatchObject({ code: "too_many_requests" });
  expect(server.received).toHaveLength(1);
});

test("a limit or a pause that no timer can hold does not pass at once", async () => {
  const seconds = 3_000_000;
  const slow = await against((response) => void setTimeout(() => answer(response, { credit: null }), 50), {
    timeoutMs: seconds * 1000,
    deadlineMs: Number.MAX_SAFE_INTEGER,
  });
  expect(await slow.tidings.getCredit()).toEqual({ credit: null });
  expect(slow.server.received).toHaveLength(1);
  const { server, tidings } = await against(
    (response) => fail(response, 429, "too_many_requests", { "retry-after": String(seconds) }),
    { deadlineMs: Infinity },
  );
  const signal = AbortSignal.timeout(200);
  expect(await reasonOf(tidings.getCredit({}, { signal }))).toBe(signal.reason);
  expect(server.received).toHaveLength(1);
});

test("a page in place of a reply, a file or a stream is none of them", async () => {
  const { server, tidings } = await against((response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>"),
  );
  const signal = AbortSignal.timeout(1_000);
  for (const call of [tidings.getCredit(), tidings.exportOutbox({}), tidings.streamEvents({}, { signal }).next()]) {
    const error = await reasonOf(call);
    expect(error).toBeInstanceOf(TidingsConnectionError);
    expect(error).toMatchObject({ status: 200 });
  }
  expect(server.received).toHaveLength(3);
});

test("a body that stalls uses up its attempt, not the caller's patience", async () => {
  const { server, tidings } = await against(
    (response) => void response.writeHead(200, { "content-type": "application/json" }).write("{"),
    { timeoutMs: 50, maxRetries: 1 },
  );
  const error = await reasonOf(tidings.getCredit());
  expect(error).toBeInstanceOf(TidingsConnectionError);
  expect(error.message).toContain("50 ms");
  expect(server.received.length).toBeLessThanOrEqual(2);
});

test("a caller who leaves gets the signal's reason, during an attempt and between two", async () => {
  const controller = new AbortController();
  const gone = new Error("gone");
  const { tidings } = await against(() => controller.abort(gone));
  expect(await reasonOf(tidings.getCredit({}, { signal: controller.signal }))).toBe(gone);
  expect(await reasonOf(tidings.getCredit({}, { signal: controller.signal }))).toBe(gone);

  const later = new AbortController();
  const { server, tidings: other } = await against(
    (response) => {
      response.on("close", () => setImmediate(() => later.abort(gone)));
      fail(response, 503, "host_unavailable", { "retry-after": "60" });
    },
    { deadlineMs: 600_000 },
  );
  expect(await reasonOf(other.getCredit({}, { signal: later.signal }))).toBe(gone);
  expect(server.received).toHaveLength(1);
});

test("a redirected call is refused, and the other address learns nothing", async () => {
  const { server: other } = await against((response) => answer(response, {}));
  const { server, tidings } = await against((response) =>
    response.writeHead(307, { location: `${other.url}/svc/v1/send` }).end(),
  );
  const error = await reasonOf(tidings.sendMessage(message as any));
  expect(error).toBeInstanceOf(TidingsConnectionError);
  expect(error).toMatchObject({ status: 307, message: expect.stringContaining("redirected") });
  expect([server.received.length, other.received.length]).toEqual([1, 0]);
});

test("a file that a site redirects is read from the service, which gets no credentials of the site", async () => {
  const { server: other } = await against((response) =>
    response.writeHead(200, { "content-type": "text/csv" }).end("a,b"),
  );
  const { tidings } = await against((response) => response.writeHead(307, { location: `${other.url}/signed` }).end());
  expect(await new Response(await tidings.exportOutbox()).text()).toBe("a,b");
  expect(other.received[0]!.headers["authorization"]).toBeUndefined();
});

test("credentials may have any character but a colon in the user name, and options are checked at once", async () => {
  const { server, tidings } = await against((response) => answer(response, {}), {
    user: "jürgen",
    applicationPassword: "a b:ü",
  });
  await tidings.getCredit();
  const [, encoded = ""] = server.received[0]!.headers.authorization!.split(" ");
  expect(Buffer.from(encoded, "base64").toString()).toBe("jürgen:a b:ü");
  for (const options of [
    { url: "https://a.example", user: "a:b", applicationPassword: "c" },
    { url: "https://a.example", user: "a" },
    { url: "https://a:b@a.example" },
    { url: "https://a.example/?b" },
    { url: "ftp://a.example" },
    { url: "//a.example" },
    { url: "a.example" },
    // Of an environment that lacks it.
    { url: undefined as never },
  ]) {
    expect(() => createClient(options)).toThrow(/^(?:url|user) /);
  }
});

test("the mount prefix of a site stays, and the path of the API may be in the address", async () => {
  const { server } = await against((response) => answer(response, {}));
  for (const path of ["/wp-json", "/wp-json/", "/wp-json/svc/v1", "/wp-json/svc/v1/"]) {
    await createClient({ url: server.url + path, fetch: uncheckedFetch }).getCredit();
  }
  expect(new Set(server.received.map(({ url }) => url))).toEqual(new Set(["/wp-json/svc/v1/credit"]));
});
