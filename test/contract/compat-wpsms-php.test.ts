import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compatCalls, compatSettings, ok, phone, received } from "../support/service/compat.ts";
import { startTestService, type TestService } from "../support/service/test-service.ts";

// Calls as PHP and WordPress make them: with json_encode, with http_build_query and with WordPress's apiFetch.

let service: TestService;
const wpsms = compatCalls(() => service);
const form = (method: string, path: string, raw: string) =>
  wpsms(method, path, undefined, { raw, headers: { "content-type": "application/x-www-form-urlencoded" } });
beforeAll(async () => {
  service = await startTestService(compatSettings);
  await service.pool.query(`insert into settings (name, value) values ('newsletter', '{"doubleOptIn": false}')`);
});
afterAll(() => service.end());

async function groupOf(name: string): Promise<number> {
  return (await wpsms("POST", "/groups", { name })).body.data.id as number;
}

describe("a list with gaps, as array_unique and array_filter leave it", () => {
  test("is a list in JSON", async () => {
    const numbers = { 0: phone(1), 2: phone(2) };
    const sent = await wpsms("POST", "/send", { sender: "", recipients: "numbers", numbers, message: "gaps in JSON" });
    expect([sent.status, (await received(service, "gaps in JSON")).map(({ to }) => to).toSorted()]).toEqual([
      200,
      [phone(1), phone(2)],
    ]);
  });

  test("is a list in a form", async () => {
    const numbers = `numbers%5B0%5D=${encodeURIComponent(phone(3))}&numbers%5B2%5D=${encodeURIComponent(phone(4))}`;
    const sent = await form("POST", "/send", `sender=&recipients=numbers&${numbers}&message=gaps+in+a+form`);
    expect([sent.status, (await received(service, "gaps in a form")).map(({ to }) => to).toSorted()]).toEqual([
      200,
      [phone(3), phone(4)],
    ]);
  });

  test("is a list within the recipients of a quick send", async () => {
    const counted = await wpsms("POST", "/send/count", { recipients: { numbers: { 1: phone(5), 4: phone(6) } } });
    expect(counted.body.data).toMatchObject({ numbers: 2, total: 2 });
  });

  test("is a list of groups, and of ids", async () => {
    const [one, other] = [await groupOf("one"), await groupOf("other")];
    const joined = await wpsms("POST", "/newsletter", {
      name: "Ann",
      mobile: phone(7),
      group_id: { 1: one, 3: other },
    });
    expect(joined.body).toEqual(ok([]));
    const { items } = (await wpsms("GET", `/subscribers?group_id=${other}`)).body.data;
    expect(items).toMatchObject([{ mobile: phone(7) }]);
    const changed = await form("POST", "/subscribers/bulk", `action=deactivate&ids%5B5%5D=${items[0].id}`);
    expect(changed.body.data).toEqual({ affected: 1 });
  });

  test("keys that are words make no list", async () => {
    const numbers = { main: phone(8) };
    const answer = await wpsms("POST", "/send", { sender: "", recipients: "numbers", numbers, message: "no list" });
    expect([answer.status, answer.body.code]).toEqual([400, "rest_invalid_param"]);
  });
});

test("custom fields whose keys are numbers stay fields, and PHP's empty array is none", async () => {
  for (const [n, custom_fields] of [
    [10, { 2024: "yes" }],
    [11, []],
  ] as const) {
    for (const [path, mobile] of [
      ["/newsletter", phone(n)],
      ["/subscribers", phone(n + 10)],
    ] as const) {
      const answer = await wpsms("POST", path, { name: "Ann", mobile, group_id: 1, custom_fields });
      expect([path, custom_fields, answer.status, answer.body.error]).toEqual([
        path,
        custom_fields,
        path === "/newsletter" ? 200 : 201,
        [],
      ]);
    }
  }
});

test.each(["True", "TRUE", "1", "false", "False"])(
  "the boolean %s is read as the framework reads it",
  async (flash) => {
    const body = { sender: "", recipients: "numbers", numbers: [phone(30)], message: "flash", flash };
    expect((await wpsms("POST", "/send", body)).status).toBe(200);
  },
);

describe("a method in place of POST, as WordPress's apiFetch names it", () => {
  const instead = (method: string) => ({ headers: { "x-http-method-override": method } });

  test("removes a webhook instead of adding it once more", async () => {
    const hook = { webhook_url: "https://hooks.example.com/a", type: "new_sms" };
    await wpsms("POST", "/webhook", hook);
    const hooks = async () => (await service.call("GET", "/webhooks")).body.data.items.length as number;
    expect(await hooks()).toBe(1);
    expect((await wpsms("POST", "/webhook", hook, instead("DELETE"))).status).toBe(200);
    expect(await hooks()).toBe(0);
  });

  test("deletes and changes a group, by header and by parameter", async () => {
    const [one, other] = [await groupOf("third"), await groupOf("fourth")];
    expect((await wpsms("POST", `/groups/${one}`, { name: "renamed" }, instead("put"))).body.data).toEqual({
      id: one,
      name: "renamed",
    });
    expect((await wpsms("POST", `/groups/${one}`, {}, instead("DELETE"))).status).toBe(200);
    expect((await wpsms("POST", `/groups/${other}?_method=DELETE`)).status).toBe(200);
    for (const id of [one, other]) expect((await wpsms("GET", `/groups/${id}`)).status).toBe(404);
  });

  test("is read of no other method, and names no reading one", async () => {
    const id = await groupOf("fifth");
    expect((await wpsms("GET", `/groups/${id}?_method=DELETE`, undefined, instead("DELETE"))).status).toBe(200);
    expect((await wpsms("GET", `/groups/${id}`)).status).toBe(200);
    expect((await wpsms("POST", "/credit", {}, instead("GET"))).status).toBe(404);
  });
});
