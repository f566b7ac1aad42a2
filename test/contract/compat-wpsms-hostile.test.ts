import { randomBytes } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compatCalls, ok, phone, plugin, received, words } from "../support/service/compat.ts";
import { numbers } from "../support/engine/engine.ts";
import { allowWithoutRecord } from "../support/people/consents.ts";
import { startTestService, type Credentials, type TestService } from "../support/service/test-service.ts";
import { companionOf } from "../support/wordpress/wordpress-companion.ts";
import { startStandIn, type StandIn } from "../support/wordpress/wordpress-stand-in.ts";
import { startShopStandIn, type ShopStandIn } from "../support/woocommerce/woocommerce-stand-in.ts";

describe("with users and a shop", () => {
  let service: TestService;
  let shop: ShopStandIn;
  let sender: Credentials;
  const wpsms = compatCalls(() => service);
  beforeAll(async () => {
    shop = await startShopStandIn();
    service = await startTestService({ TIDINGS_COMPAT: "wpsms", TIDINGS_COUNTRY: "DE", TIDINGS_COMMERCE: shop.dsn() });
    sender = await service.userWith("svc_sendsms");
  });
  afterAll(async () => {
    await service.end();
    await shop.close();
  });

  test("a user who may not see users does not find them by a part of number or address either", async () => {
    await service.pool.query(
      "insert into users (username, email, name, phone, roles) values ('mallory', 'secret@hidden.test', 'Mallory Doe', $1, '{author}')",
      [phone(90)],
    );
    const find = async (text: string, as = sender) =>
      (await wpsms("GET", `/users/search?search=${encodeURIComponent(text)}`, undefined, { as })).body.data.users.map(
        ({ name }: { name: string }) => name,
      );
    for (const part of ["secret@", "hidden.test", phone(90), phone(90).slice(0, 9)]) {
      expect([part, await find(part)]).toEqual([part, []]);
      expect([part, await find(part, service.admin)]).toEqual([part, expect.arrayContaining(["Mallory Doe"])]);
    }
    expect(await find("mallory d")).toEqual(["Mallory Doe"]);
  });

  test("endless numbers and characters that no text has cause no server error", async () => {
    expect((await wpsms("GET", "/newsletter?group_id=99999999999999999999")).body).toEqual([]);
    expect((await wpsms("GET", "/users/search?search=%00")).status).toBe(200);
    const calls = [
      wpsms("DELETE", "/groups/bulk", { ids: ["x", 1.5, null, {}] }),
      wpsms("DELETE", "/groups/bulk", { ids: Array.from({ length: 1_001 }, (_, index) => index + 1) }),
      wpsms("POST", "/outbox/bulk", { action: "resend", ids: ["x", {}, 1.5] }),
      wpsms("GET", "/outbox?page=99999999999999999999"),
      wpsms("POST", "/send", { recipients: "numbers", numbers: [phone(1)], message: "\u0000" }),
    ];
    for (const { status, body } of await Promise.all(calls)) expect([status, body]).toEqual([400, plugin(400)]);
  });

  test("endless spaces and slashes are read once: quadratic time would be minutes", async () => {
    const calls = [
      wpsms("POST", "/send", { recipients: [`${" ".repeat(150_000)}x`], message: "x" }),
      wpsms("POST", "/send", { recipients: [`+${" ".repeat(150_000)}x`], message: "x" }),
      wpsms("GET", `/outbox${"/".repeat(150_000)}x`),
    ];
    for (const { status } of await Promise.all(calls)) expect([400, 404]).toContain(status);
    expect((await wpsms("GET", "/outbox///")).status).toBe(200);
    const spaced = { recipients: ["  +49 1511 0000091 "], message: "spaced" };
    expect((await wpsms("POST", "/send", spaced)).status).toBe(200);
  });

  test("only what a route declares reaches the endpoint behind it", async () => {
    const call = { recipients: "numbers", numbers: [phone(2)], message: "nothing else", category: "otp", gateway: "x" };
    expect((await wpsms("POST", "/send", { ...call, group_ids: "all", rate_per_minute: 1 })).status).toBe(200);
    expect(await received(service, "nothing else")).toEqual([{ to: phone(2), body: "nothing else" }]);
    await service.pool.query(
      `insert into settings (name, value) values ('newsletter', '{"doubleOptIn": true}') on conflict do nothing`,
    );
    const made = await wpsms("POST", "/newsletter", { name: "A", mobile: phone(3), double_opt_in: false });
    expect(made.body).toEqual(ok([]));
    const { rows } = await service.pool.query("select state from memberships where phone = $1", [phone(3)]);
    expect(rows).toEqual([{ state: "pending" }]);
    const { body } = await wpsms("PUT", "/groups/1", { id: 2, name: "By its path" });
    expect(body.data.id).toBe(1);
  });

  test("numbers without quotation marks are numbers", async () => {
    const body = { recipients: "numbers", numbers: [4_915_112_345_678], message: "bare" };
    expect((await wpsms("POST", "/send", body)).status).toBe(200);
    expect((await received(service, "bare")).map(({ to }) => to)).toEqual(["+4915112345678"]);
  });

  test("the methods of a path are listed, those of no path are not", async () => {
    const answer = await wpsms("OPTIONS", "/groups/1", undefined, { as: null });
    expect([answer.status, answer.headers.get("allow")]).toEqual([200, "GET, POST, PUT, PATCH, DELETE"]);
    expect((await wpsms("OPTIONS", "/nowhere", undefined, { as: null })).status).toBe(404);
  });

  test("a quick send to customers of an unreachable shop sends nothing, so that it can be retried", async () => {
    shop.customers.push({ id: 1, phone: "0151 70000001", country: "DE" });
    shop.issues.push(401);
    const call = { message: "to the customers, quickly", recipients: { wooCustomers: true, numbers: [phone(4)] } };
    const refused = await wpsms("POST", "/send/quick", call);
    expect([refused.status, refused.body.code]).toEqual([503, "host_unavailable"]);
    expect(await received(service, "quickly")).toEqual([]);
    const sent = await wpsms("POST", "/send/quick", call);
    expect([sent.status, sent.body.data.recipient_count]).toEqual([200, 2]);
    expect(await received(service, "quickly")).toHaveLength(2);
  });

  test("a quick send that is repeated with its Idempotency-Key is one message", async () => {
    const call = { message: "quick and once", recipients: { numbers: [phone(5)] } };
    const options = { headers: { "idempotency-key": "quick-1" } };
    const [first, second] = [
      await wpsms("POST", "/send/quick", call, options),
      await wpsms("POST", "/send/quick", call, options),
    ];
    expect([second.body, second.headers.get("idempotency-replayed")]).toEqual([first.body, "true"]);
    expect(await received(service, "quick and once")).toHaveLength(1);
  });

  test("what would be a formula in a table is text in an export, and a number stays a number", async () => {
    for (const [nth, message] of ['=HYPERLINK("http://x","y")', "+cmd|' /C calc'!A0", "@SUM(1)", "-2+3"].entries()) {
      await wpsms("POST", "/send", {
        recipients: "numbers",
        numbers: [phone(10 + nth)],
        message,
        sender: "4915112345",
      });
    }
    await received(service, "SUM");
    const { body } = await wpsms("GET", "/outbox/export");
    const rows = (body.data.data as string[][]).slice(1);
    expect(rows.filter((row) => /^[=+@-]/.test(row[4]!))).toEqual([]);
    expect(rows.map((row) => row[4])).toContain('\'=HYPERLINK("http://x","y")');
    expect(rows.map((row) => row[3])).toContain(phone(10));
    expect(rows.map((row) => row[2])).toContain("4915112345");
  });

  test("people beside a group who have not agreed are refused with what to do, and alone they get their message", async () => {
    const mobile = phone(30);
    await service.call("POST", "/newsletter", { name: "Ada", mobile: phone(31), double_opt_in: false });
    const call = { message: "an offer to both", recipients: { groups: [1], numbers: [mobile] } };
    const refused = await wpsms("POST", "/send/quick", call);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("There is no record that 1 recipient agreed to marketing.");
    expect(await received(service, "an offer to both")).toEqual([]);
    for (const recipients of [{ groups: [1] }, { numbers: [mobile] }])
      expect((await wpsms("POST", "/send/quick", { message: "one by one", recipients })).status).toBe(200);
    expect(await received(service, "one by one")).toHaveLength(2);
  });

  test("what was sent to subscribers keeps its category when it is sent again", async () => {
    await allowWithoutRecord(service.pool);
    await service.call("POST", "/send", { numbers: numbers(1, 900_000), message: "an offer", category: "marketing" });
    await received(service, "an offer");
    const { body } = await wpsms("GET", "/outbox?search=an+offer");
    expect((await wpsms("POST", `/outbox/${body.data.items[0].id}/resend`)).status).toBe(200);
    const { rows } = await service.pool.query("select category from messages where body = 'an offer'");
    expect(rows).toEqual([{ category: "marketing" }, { category: "marketing" }]);
  });
});

describe("through a site that waits for the response", () => {
  const secret = randomBytes(32).toString("base64url");
  const companion = companionOf(secret);
  const anna = { id: 7, login: "anna", roles: ["editor"], capabilities: ["svc_sendsms", "svc_outbox"] };
  let site: StandIn;
  let service: TestService;
  beforeAll(async () => {
    site = await startStandIn();
    const serviceAccount = site.add("tidings-service", { capabilities: ["read", "svc_recipients"] });
    service = await startTestService({
      TIDINGS_COMPAT: "wpsms",
      TIDINGS_PLATFORM: `wordpress+${site.url}?service=${serviceAccount.login}:${serviceAccount.password}&secret=${secret}&timeout=2`,
    });
  });
  afterAll(async () => {
    await service.end();
    await site.close();
  });

  async function pass(method: string, path: string, json?: unknown) {
    const signed = companion.call(anna, method, `/wpsms/v1${path}`, json);
    const { target, headers, body } = signed;
    const response = await service.app.request(`http://127.0.0.1${target}`, { method, headers, ...(body && { body }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test("the site is not queried to count or to search", async () => {
    const forbidden = { code: "rest_forbidden", message: words, data: { status: 403 } };
    const before = site.calls.length;
    for (const recipients of [{ roles: ["editor"] }, { users: [1] }]) {
      const counted = await pass("POST", "/send/count", { recipients });
      expect([counted.status, counted.body]).toEqual([403, forbidden]);
    }
    const searched = await pass("GET", "/users/search?search=anna");
    expect([searched.status, searched.body]).toEqual([403, forbidden]);
    expect(site.calls.length).toBe(before);
    const own = await pass("POST", "/send/count", { recipients: { numbers: [phone(1)] } });
    expect(own.body).toMatchObject({ data: { numbers: 1, total: 1 } });
    const quick = await pass("POST", "/send/quick", { message: "x", recipients: { users: [1], numbers: [phone(2)] } });
    expect([quick.status, quick.body["data"]]).toEqual([200, { recipient_count: null, credit: null }]);
  });

  test("called directly, the service says that the site manages its users", async () => {
    const user = site.add("berta", { capabilities: ["svc_sendsms"] });
    const wpsms = compatCalls(() => service);
    const as = { user: user.login, password: user.password };
    const answer = await wpsms("GET", "/users/search?search=anna", undefined, { as });
    expect([answer.status, answer.body]).toEqual([404, plugin(404)]);
  });
});
