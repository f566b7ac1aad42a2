import { afterAll, beforeAll, expect, test } from "vitest";

import { suppress } from "../../support/database/ledger.ts";
import type { Json } from "../../support/service/api.ts";
import { startTestService, type Credentials, type TestService } from "../../support/service/test-service.ts";

const ada = "+4915112360101";
let service: TestService;
let message: string;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_COUNTRY: "DE" });
  await service.call("POST", "/subscribers", { name: "Ada Lovelace", mobile: ada, double_opt_in: false });
  await service.call("POST", "/subscribers", { name: "Özlem Ada", mobile: "+4915112360102", double_opt_in: false });
  await service.call("POST", "/groups", { name: "Lovelace readers" });
  await service.call("POST", "/templates", { name: "Lovelace", text: "Hello" });
  await service.call("POST", "/webhooks", { url: "https://lovelace.example/hook", types: ["new_sms"] });
  await service.call("POST", "/users", {
    username: "lovelace",
    email: "a@example.com",
    name: "A. L.",
    roles: ["author"],
  });
  const filter = { all: [{ field: "name", op: "contains", value: "Lovelace" }] };
  await service.call("POST", "/segments", { name: "Lovelaces", filter });
  const sent = await service.call("POST", "/send", { message: "Dear Lovelace, 100% off_", numbers: [ada] });
  message = sent.body.data.message_id;
  await service.call("POST", "/send", { message: "Lovelace 314159", numbers: [ada], category: "otp" });
  await service.pool.query("insert into inbox (gateway, sender, recipient, body) values ('main', $1, '1', 'Hi')", [
    ada,
  ]);
});
afterAll(() => service.end());

async function find(q: string, as?: Credentials): Promise<Json> {
  const answer = await service.call("GET", `/search?q=${encodeURIComponent(q)}`, undefined, as && { as });
  expect([q, answer.status]).toEqual([q, 200]);
  return answer.body.data;
}
const titles = (data: Json): Record<string, string[]> =>
  Object.fromEntries(data.results.map(({ type, items }: Json) => [type, items.map(({ title }: Json) => title)]));

test("one word finds people, messages and everything that has it in its name, but no one-time password", async () => {
  const found = await find("lovelace");
  expect(titles(found)).toEqual({
    subscriber: ["Ada Lovelace"],
    message: ["Dear Lovelace, 100% off_"],
    group: ["Lovelace readers"],
    segment: ["Lovelaces"],
    template: ["Lovelace"],
    user: ["A. L."],
    webhook: ["https://lovelace.example/hook"],
  });
  expect(found.results.every(({ more, incomplete }: Json) => !more && !incomplete)).toBe(true);
  expect((await find("314159")).results).toEqual([]);
  expect(titles(await find("sandbox"))).toMatchObject({ gateway: expect.any(Array) });
});

test("a number is found in any spelling and by its beginning, with its thread and its entries", async () => {
  await suppress(service.pool, ada);
  for (const q of [
    ada,
    "0151 12360101",
    "(0151) 123 60 101",
    "0049 151 12360101",
    "٠١٥١١٢٣٦٠١٠١",
    "tel:+4915112360101",
    "SMS: 0151 12360101",
  ]) {
    expect((await find(q)).number).toMatchObject({
      phone: ada,
      subscriber: { name: "Ada Lovelace" },
      suppressed: true,
      has_thread: true,
      has_entries: true,
    });
  }
  for (const q of ["0151 1236", "tel:+49151-1236", "sms:0151/1236", "٠١٥١١٢٣٦"]) {
    const { results } = await find(q);
    expect([q, titles({ results })]).toMatchObject([
      q,
      { subscriber: ["Ada Lovelace", "Özlem Ada"], thread: [ada], outbox_entry: [ada, ada] },
    ]);
  }
});

test("the lists of subscribers, of the log and of suppressions are searched by a copied tel: or sms: link", async () => {
  const names = async (path: string, field: string): Promise<string[]> =>
    (await service.call("GET", path)).body.data.items.map((item: Json) => item[field]);
  for (const link of ["tel:+4915112360101", "sms:+49-151-12360101", "TEL:0151 12360101"]) {
    const q = encodeURIComponent(link);
    expect([link, await names(`/subscribers?search=${q}`, "name")]).toEqual([link, ["Ada Lovelace"]]);
  }
  const q = encodeURIComponent("tel:+4915112360101");
  expect(await names(`/outbox?search=${q}`, "recipient")).toEqual([ada, ada]);
  expect(await names(`/suppressions?search=${q}`, "number")).toEqual([ada]);
});

test("the ids of messages and of outbox entries are found", async () => {
  expect(titles(await find(message))).toEqual({ message: ["Dear Lovelace, 100% off_"] });
  const { rows } = await service.pool.query<{ id: number }>("select min(id)::int as id from deliveries");
  // A search has two characters at least.
  await service.pool.query("update deliveries set id = 4711 where id = $1", [rows[0]!.id]);
  expect(titles(await find("4711"))["outbox_entry"]).toEqual([ada]);
});

test("a name is found by its beginning whatever its case", async () => {
  expect(titles(await find("özlem"))["subscriber"]).toEqual(["Özlem Ada"]);
  expect(titles(await find("ÖZLEM"))["subscriber"]).toEqual(["Özlem Ada"]);
  // The beginning of a name comes before a part of one.
  expect(titles(await find("ada"))["subscriber"]).toEqual(["Ada Lovelace", "Özlem Ada"]);
});

test("nobody finds what they may not open, and the texts of others need svc_outbox", async () => {
  const may: [Parameters<TestService["userWith"]>[0], string[]][] = [
    ["svc_subscribers", ["subscriber", "group", "segment"]],
    ["svc_sendsms", ["template"]],
    ["svc_outbox", []],
    ["svc_inbox", []],
    ["svc_users", ["user"]],
    ["svc_setting", ["webhook"]],
  ];
  for (const [capability, types] of may) {
    const as = await service.userWith(capability);
    expect([capability, Object.keys(titles(await find("lovelace", as)))]).toEqual([capability, types]);
  }
  const author = await service.userWith("svc_sendsms");
  expect(titles(await find(message, author))).toEqual({ message: ["[hidden]"] });
  const nobody = await service.userWith();
  const refused = await service.call("GET", `/search?q=${encodeURIComponent(ada)}`, undefined, { as: nobody });
  expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
});

test("pattern characters, markup and strange input are searched literally", async () => {
  for (const q of [
    "%%",
    "__",
    "\\\\",
    "' or 1=1--",
    "<b>",
    "(?=",
    "💥💥",
    "+++++",
    "00000000",
    "9".repeat(100),
    "msg_x",
  ]) {
    expect([q, (await find(q)).results.filter(({ items }: Json) => items.length > 0)]).toEqual([q, []]);
  }
  expect(titles(await find("100% off_"))).toEqual({ message: ["Dear Lovelace, 100% off_"] });
  for (const q of ["", "a", " a ", "x".repeat(101)]) {
    expect((await service.call("GET", `/search?q=${encodeURIComponent(q)}`)).status).toBe(400);
  }
  for (const q of ["a%00b", "%ED%A0%80a"]) expect((await service.call("GET", `/search?q=${q}`)).status).toBe(400);
});
