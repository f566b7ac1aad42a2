import { afterAll, beforeAll, expect, test } from "vitest";

import { createClient, TidingsError, type Client } from "../../packages/client/src/index.ts";
import openapi from "../../openapi.json" with { type: "json" };
import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
let tidings: Client;
const seen: Request[] = [];

beforeAll(async () => {
  service = await startTestService();
  const { user, password } = service.admin;
  tidings = createClient({
    url: "http://127.0.0.1",
    user,
    applicationPassword: password,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      seen.push(request.clone());
      return service.app.request(request);
    },
  });
});
afterAll(() => service.end());

test("every operation of openapi.json is a method, and there is no other", () => {
  const described = Object.values(openapi.paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
  );
  expect(Object.keys(tidings).toSorted()).toEqual(described.toSorted());
});

test("parameters go to path, query and body; what is undefined goes nowhere", async () => {
  const group = await tidings.createGroup({ name: "Ünï & co", double_opt_in: undefined });
  expect(group).toMatchObject({ id: expect.any(Number), name: "Ünï & co" });
  expect(await tidings.updateGroup({ id: group.id, name: "News" })).toMatchObject({ id: group.id, name: "News" });
  expect(await tidings.getGroup({ id: group.id })).toMatchObject({ name: "News" });
  const found = await tidings.listGroups({ search: "Ne", per_page: 5, cursor: null });
  expect(found.items.map(({ id }) => id)).toContain(group.id);
  await tidings.deleteGroup({ id: group.id, force: true });
  const error = await tidings.getGroup({ id: group.id }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TidingsError);
  expect(error).toMatchObject({ code: "not_found", status: 404, requestId: expect.stringMatching(/^req_/) });
});

test("a refusal names each parameter", async () => {
  const error = await tidings.sendMessage({ numbers: ["abc"], message: "Hi" }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: "invalid_parameter",
    params: { "numbers[0]": expect.any(String) },
    details: [{ field: "numbers[0]", code: "invalid_phone" }],
    docs: expect.stringContaining("#invalid_parameter"),
  });
});

test("an empty or dotted path parameter is refused before it leads to another address", async () => {
  const before = seen.length;
  for (const slug of ["", ".", ".."]) await expect(tidings.deleteForm({ slug })).rejects.toThrow(TypeError);
  expect(seen.length).toBe(before);
});

test("a web password is in the body, never in an address that proxies write to their logs", async () => {
  const calls = [
    () => tidings.disableTotp({ password: "correct horse" }),
    () => tidings.removePasskey({ id: "0197a6c2-5b7e-7c3a-9f1e-2b8d4c6e8a10", password: "correct horse" }),
  ];
  for (const call of calls) {
    // An application password may not do this: the call itself is what counts here.
    await expect(call()).rejects.toMatchObject({ code: "forbidden" });
    const { url, method } = seen.at(-1)!;
    expect([method, new URL(url).search]).toEqual(["DELETE", ""]);
    expect(await seen.at(-1)!.json()).toEqual({ password: "correct horse" });
  }
});

test("null where it would make a removal remove more is refused, as in a body", async () => {
  const webhook_url = "https://receiver.example/null";
  await tidings.registerWebhook({ webhook_url, type: ["new_sms", "new_subscriber"] });
  const fromJavaScript = JSON.parse(JSON.stringify({ webhook_url, type: null })) as { webhook_url: string };
  await expect(tidings.unregisterWebhook(fromJavaScript)).rejects.toMatchObject({
    code: "invalid_parameter",
    params: { type: expect.any(String) },
  });
  const { items } = await tidings.listRegisteredWebhooks({ webhook_url });
  expect(items.map(({ type }) => type)).toEqual([["new_sms", "new_subscriber"]]);
});

test("what is not a number is refused, and does not become the null that ends a limit", async () => {
  const before = seen.length;
  for (const rate_per_minute of [Number("60/min"), Infinity]) {
    await expect(tidings.updateMessage({ id: "msg_1", rate_per_minute })).rejects.toThrow(/rate_per_minute/);
  }
  await expect(tidings.listOutbox({ page: Number("two") })).rejects.toThrow(TypeError);
  expect(seen.length).toBe(before);
});

test("lists of values arrive as lists, and objects in a query as objects", async () => {
  const one = await tidings.createGroup({ name: "A, with a comma", double_opt_in: false });
  const csv = new Blob(["name,phone\nAda,+15005550009\n"], { type: "text/csv" });
  const { job } = await tidings.importSubscribers({
    file: csv,
    group_id: [one.id],
    mapping: { name: "name", phone: "phone" },
  });
  await expect.poll(async () => (await tidings.getJob({ id: job.id })).state).toBe("completed");
  const filter = { all: [{ field: "name", op: "is", value: "Ada" } as const] };
  expect((await tidings.listSubscribers({ filter })).items).toHaveLength(1);
});

test("a list is iterated over all its pages, awaited for one, and not requested without either", async () => {
  const numbers = Array.from({ length: 7 }, (_, index) => `+1500555${String(1000 + index)}`);
  const sent = await tidings.sendMessage({ numbers, message: "Hello", category: "transactional" });
  await expect.poll(async () => (await tidings.getMessage({ id: sent.message_id! })).state).toBe("completed");
  const filter = { message_id: sent.message_id!, per_page: 3 };
  const before = seen.length;
  void tidings.listOutbox(filter);
  expect(seen.length).toBe(before);

  const page = await tidings.listOutbox(filter);
  expect(page.items).toHaveLength(3);
  expect(page.pagination).toMatchObject({ total: 7, current_page: 1 });
  const next = await tidings.listOutbox({ cursor: page.pagination.next_cursor, per_page: 3 });
  expect(next.items).toHaveLength(3);

  const recipients: (string | null)[] = [];
  for await (const entry of tidings.listOutbox(filter)) recipients.push(entry.recipient);
  expect(recipients.toSorted()).toEqual(numbers);
  const rest: unknown[] = [];
  for await (const entry of tidings.listOutbox({ ...filter, page: 2 })) rest.push(entry.id);
  expect(rest).toHaveLength(4);
});

test("a stream of events ends with the message", async () => {
  const sent = await tidings.sendMessage({ numbers: ["+15005550000"], message: "Hello" });
  const states: string[] = [];
  for await (const event of tidings.streamMessageProgress({ id: sent.message_id! })) {
    expect(event.type).toBe("progress");
    states.push(event.data.state);
  }
  expect(states.at(-1)).toBe("completed");
});

test("a file arrives as a stream", async () => {
  const csv = await tidings.exportOutbox({ status: "all" });
  const text = await new Response(csv).text();
  expect(text.split("\n").length).toBeGreaterThan(7);
});

test("every POST has a key, and the caller's own is used where there is one", async () => {
  await tidings.previewMessage({ numbers: ["+15005550000"], message: "Hello" });
  expect(seen.at(-1)!.headers.get("idempotency-key")).toMatch(/^[0-9a-f]{32}$/);
  const send = () => tidings.sendMessage({ numbers: ["+15005550000"], message: "Once" }, { idempotencyKey: "mine" });
  expect((await send()).message_id).toBe((await send()).message_id);
  await tidings.getCredit();
  expect(seen.at(-1)!.headers.has("idempotency-key")).toBe(false);
});

test("options that are left out, and numbers that are none, are refused by a sentence that names them", () => {
  const open = createClient as (options?: unknown) => unknown;
  for (const options of [undefined, null, "https://sms.example"]) {
    expect(() => open(options)).toThrow("createClient takes an object: { url, user, applicationPassword }");
  }
  for (const name of ["maxRetries", "retryDelayMs", "timeoutMs", "deadlineMs"]) {
    for (const value of [Number.NaN, -1, "5", null]) {
      expect(() => open({ url: "https://sms.example", [name]: value })).toThrow(`${name} must be a number, 0 or more`);
    }
    expect(() => open({ url: "https://sms.example", [name]: Infinity })).not.toThrow();
  }
});
