import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestService, type Answer, type TestService } from "../support/service/test-service.ts";

let service: TestService;
let before: string;
beforeAll(async () => {
  service = await startTestService({}, { workerLoops: false });
  before = await contents();
});
afterAll(() => service.end());

/** Everything that a refused call could have stored. */
async function contents(): Promise<string> {
  const tables = [
    "messages",
    "deliveries",
    "chunks",
    "fanouts",
    "retries",
    "subscribers",
    "memberships",
    "groups",
    "users",
    "roles",
  ];
  const counts = await Promise.all(
    [...tables, "webhooks", "customers", "events", "idempotency_keys", "inbox", "receipts"].map(async (table) => {
      const { rows } = await service.pool.query(`select count(*)::int as n from ${table}`);
      return `${table} ${rows[0].n}`;
    }),
  );
  return counts.join(", ");
}

function expectRefusal(answer: Answer, name: string, status = 400): void {
  expect([name, answer.status, answer.body.status], JSON.stringify(answer.body)).toEqual([name, status, "error"]);
  expect(answer.body.error).toEqual({ code: status, message: answer.body.message });
  expect(answer.body.data.status).toBe(status);
  expect(answer.body.request_id).toMatch(/^req_/);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:\d|ZodError|postgres|select |insert /i);
}

const posts = () =>
  service.routes.filter((route) => ["POST", "PUT", "PATCH"].includes(route.method) && route.access !== "session");
const pathOf = (path: string): string =>
  path
    .replaceAll("{uuid}", "00000000-0000-4000-8000-000000000000")
    .replaceAll("{name}", "nosuch")
    .replaceAll(/\{\w+\}/g, "999999");

test("a body that is not a JSON object is refused in the envelope, on every route", async () => {
  for (const route of posts()) {
    for (const raw of ["{", "[]", '"text"', "null", "1", "{'a':1}", "\u{feff}{", "[".repeat(10_000)]) {
      expectRefusal(
        await service.call(route.method, pathOf(route.path), undefined, { raw }),
        `${route.path} ${raw.slice(0, 10)}`,
      );
    }
  }
});

test("bytes that are not UTF-8 are refused", async () => {
  const raw = Buffer.concat([Buffer.from('{"message":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')]);
  expectRefusal(await service.call("POST", "/send", undefined, { raw }), "not utf-8");
});

test("JSON nested too deep is refused, however deep", async () => {
  for (const depth of [21, 1_000, 200_000]) {
    const raw = `{"numbers":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expectRefusal(await service.call("POST", "/send", undefined, { raw }), `depth ${depth}`);
  }
});

test("a body of 10 MB is refused before it is read, and one that hides its length while it is", async () => {
  let reads = 0;
  const count = { pull: () => void (reads += 1) };
  for (const route of posts()) {
    expectRefusal(
      await service.call(route.method, pathOf(route.path), undefined, {
        raw: new ReadableStream(count, { highWaterMark: 0 }),
        headers: { "content-length": "10000014" },
      }),
      route.path,
      413,
    );
  }
  expect(reads).toBe(0);
  const raw = JSON.stringify({ message: "x".repeat(3_000_000) });
  expectRefusal(await service.call("POST", "/send", undefined, { raw }), "no length", 413);
});

test("a form of more fields than any call needs is refused before it is taken apart: a million took a minute", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  for (const field of ["a&", "numbers[]=1&", "a[b][c]&"]) {
    const raw = field.repeat(20_001);
    expectRefusal(await service.call("POST", "/send", undefined, { raw, headers: form }), field, 413);
  }
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const multipart = { "content-type": "multipart/form-data; boundary=x" };
  // One that is not complete is only found to be so when it is taken apart.
  for (const end of ["--x--", part]) {
    const raw = part.repeat(20_001) + end;
    expectRefusal(await service.call("POST", "/send", undefined, { raw, headers: multipart }), "multipart", 413);
    // A parser of a list of types would take the last one.
    const list = { "content-type": "multipart/form-data; boundary=y, multipart/form-data; boundary=x" };
    const answer = await service.call("POST", "/send", undefined, { raw, headers: list });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe("The multipart form could not be read.");
  }
  const numbers = Array.from(
    { length: 10_000 },
    (_, nth) => `numbers[]=${encodeURIComponent(`+4915${100_000_000 + nth}`)}`,
  );
  const most = await service.call("POST", "/send/preview", undefined, {
    raw: ["message=Hi", ...numbers].join("&"),
    headers: form,
  });
  expect([most.status, most.body.message]).toEqual([200, expect.stringMatching(/^10.?000 people would receive/)]);
});

test("other content types are refused", async () => {
  for (const type of ["text/plain", "application/xml", "image/png", "application/octet-stream"]) {
    expectRefusal(
      await service.call("POST", "/send", undefined, { raw: "{}", headers: { "content-type": type } }),
      type,
      415,
    );
  }
});

/** One invalid value of each kind for every parameter of every route. */
const hostile: readonly (readonly [string, unknown])[] = [
  ["NUL", "a\0b"],
  ["lone surrogate", "a\ud800b"],
  ["object", { a: { b: 1 } }],
  ["list of objects", [{ a: 1 }]],
  ["huge number", 1e308],
  ["too long", "x".repeat(20_000)],
  ["nested lists", [[["x"]]]],
];

test("every parameter of every route refuses invalid values, naming itself, and stores nothing", async () => {
  const accepted: string[] = [];
  for (const route of posts()) {
    for (const name of Object.keys(route.input.shape).filter((key) => !route.path.includes(`{${key}}`))) {
      for (const [kind, value] of hostile) {
        if (name === "custom_fields" && kind === "object") continue;
        // Each entry is refused on its own.
        if (route.path === "/send/batch" && kind === "list of objects") continue;
        const answer = await service.call(route.method, pathOf(route.path), { [name]: value });
        const label = `${route.method} ${route.path} ${name}: ${kind}`;
        if (answer.status < 400 || answer.status >= 500) accepted.push(`${label} → ${answer.status}`);
        else expectRefusal(answer, label, answer.status);
        const text = kind === "NUL" || kind === "lone surrogate";
        if (text && answer.status === 400 && answer.body.code === "invalid_parameter") {
          const fields = answer.body.data.details.map((detail: { field: string }) => detail.field);
          expect([label, fields.some((field: string) => field.startsWith(name))]).toEqual([label, true]);
        }
      }
    }
  }
  expect(accepted).toEqual([]);
  expect(await contents()).toBe(before);
});

test.each([
  ["/session/second-factor", "code"],
  ["/session/second-factor", "challenge"],
  ["/session/setup", "token"],
  ["/session/setup", "password"],
  ["/otp/check", "code"],
  ["/newsletter/verify", "activation"],
  ["/gateways", "settings"],
])("POST %s does not repeat an invalid %s, because clients log what they get", async (path, name) => {
  for (const value of [`5ec7e7${"0".repeat(60)}`, 527_070, ["5ec7e7"]]) {
    const answer = await service.call("POST", path, { [name]: value });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toMatch(/5ec7e7|527070/);
  }
});

test("all invalid parameters are named at once", async () => {
  const answer = await service.call("POST", "/send", {
    message: 7,
    sender: "way too long for a sender",
    numbers: ["abc", "+4915112345678"],
    users: ["x"],
    flash: "maybe",
    media_urls: ["ftp://x"],
    category: "spam",
    valid_for: 0,
    schedule: "soon",
    gateway: "nosuch",
  });
  expectRefusal(answer, "many");
  expect(Object.keys(answer.body.data.params).toSorted()).toEqual(
    [
      "category",
      "flash",
      "gateway",
      "media_urls[0]",
      "message",
      "numbers[0]",
      "schedule",
      "sender",
      "users[0]",
      "valid_for",
    ].toSorted(),
  );
});

test("__proto__ and constructor are names like any other", async () => {
  const raw = '{"__proto__":{"numbers":["+4915112345678"],"message":"x"},"constructor":{"prototype":{"polluted":1}}}';
  const answer = await service.call("POST", "/send", undefined, { raw });
  expectRefusal(answer, "proto");
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  const form = await service.call("POST", "/send", undefined, {
    raw: "__proto__[numbers][]=%2B4915112345678&message=x",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expectRefusal(form, "proto by form");
});

test("a sender cannot carry a header or a control character", async () => {
  for (const sender of ["Shop\r\nX-Evil: 1", "Shop\n", "Sh\top", "<script>", "a".repeat(12), "+1", "Ščšć"]) {
    const answer = await service.call("POST", "/send", { numbers: ["+4915112345678"], message: "Hi", sender });
    expectRefusal(answer, sender);
    expect(answer.body.data.details[0].field).toBe("sender");
  }
});

test("too many of anything is refused", async () => {
  const numbers = Array.from({ length: 10_001 }, (_, index) => `+4915${100_000_000 + index}`);
  expect((await service.call("POST", "/send", { numbers, message: "Hi" })).body.data.details[0]).toMatchObject({
    field: "numbers",
    code: "too_many",
  });
  const users = Array.from({ length: 1_001 }, (_, index) => index + 1);
  expect((await service.call("POST", "/send", { users, message: "Hi" })).body.data.details[0]).toMatchObject({
    field: "users",
    code: "too_many",
  });
  expect(await contents()).toBe(before);
});

test("a request id from outside is echoed only if it is harmless", async () => {
  expect(
    (await service.call("GET", "/nowhere", undefined, { headers: { "x-request-id": "abc-123" } })).headers.get(
      "x-request-id",
    ),
  ).toBe("abc-123");
  expect(
    (await service.call("GET", "/nowhere", undefined, { headers: { "x-request-id": "a b" } })).headers.get(
      "x-request-id",
    ),
  ).toMatch(/^req_/);
});

test("problem+json is served to clients that prefer it, and never for a wildcard", async () => {
  const problem = await service.call("POST", "/send", {}, { headers: { accept: "application/problem+json" } });
  expect(problem.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect(problem.body).toMatchObject({
    status: 400,
    code: "invalid_parameter",
    errors: [{ field: "recipients" }, { field: "message" }],
  });
  const any = await service.call("POST", "/send", {}, { headers: { accept: "*/*" } });
  expect(any.headers.get("content-type")).toMatch(/^application\/json/);
});
