import { afterAll, beforeAll, expect, test } from "vitest";

import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";
import { eventually } from "../../support/service/processes.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const SECRET = "hunter2-canary";
const OTHER = "swordfish-canary";

let service: TestService;
let provider: Awaited<ReturnType<typeof startKeyedProvider>>;
beforeAll(async () => {
  provider = await startKeyedProvider({ passwords: [SECRET, OTHER] });
  service = await startTestService({ TIDINGS_GATEWAY: "", TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" });
});
afterAll(async () => {
  await service.end();
  await provider.close();
});

const add = (name: string, more: object = {}) =>
  service.call("POST", "/gateways", { name, kind: "http", settings: provider.settings(SECRET), ...more });
const read = async (name: string) => (await service.call("GET", `/gateways/${name}`)).body.data;

test("settings that lead into a private network, or are not those of the adapter, are refused before anything is stored", async () => {
  const refused = async (settings: object, kind = "http") =>
    (await service.call("POST", "/gateways", { name: "bad", kind, settings })).body;
  for (const host of ["169.254.169.254", "10.0.0.1:80", "[::1]:8080", "[fd00::1]", "167772161"]) {
    const body = await refused({ ...provider.settings(SECRET), host });
    expect([host, body.code, body.data.details?.[0].field ?? body.details?.[0].field]).toEqual([
      host,
      "invalid_parameter",
      "settings.host",
    ]);
  }
  const smpp = await refused({ host: "169.254.169.254:2775", system_id: "a", password: SECRET }, "smpp");
  expect(smpp.code).toBe("invalid_parameter");
  const misspelled = await refused({ ...provider.settings(SECRET), pasword: SECRET });
  expect(JSON.stringify(misspelled)).toContain("did you mean password");
  expect(JSON.stringify(misspelled)).not.toContain(SECRET);
  expect((await refused({}, "twilio")).code).toBe("invalid_parameter");
  expect((await refused({}, "nosuch")).code).toBe("invalid_parameter");
  for (const name of ["default", "routing", "kinds", "route", "UPPER", "a b"]) {
    expect((await add(name)).status).toBe(400);
  }
  expect((await service.call("GET", "/gateways")).body.data.items.map((one: any) => one.name)).toEqual(["sandbox"]);
});

test("an address that changes after it was stored is refused at the connection", async () => {
  // As after the operator has narrowed TIDINGS_OUTBOUND_ALLOW: the stored address is no longer allowed.
  await add("narrowed", { in_default_route: false });
  await service.pool.query(
    `update gateways set settings = settings || '{"host":"127.0.0.2:9"}' where name = 'narrowed'`,
  );
  await service.pool.query("update gateway_setup set revision = revision + 1");
  const { body } = await service.call("POST", "/gateways/narrowed/test");
  expect(body.data.ok).toBe(false);
  expect(JSON.stringify(body)).toContain("OUTBOUND_REFUSED");
  expect((await service.call("DELETE", "/gateways/narrowed")).status).toBe(200);
});

test("settings are tested without being stored, and nothing is sent", async () => {
  const good = await service.call("POST", "/gateways/test", { kind: "http", settings: provider.settings(SECRET) });
  expect(good.body.data).toMatchObject({
    ok: true,
    steps: [{ step: "settings" }, { step: "address" }, { step: "credit" }],
  });
  expect(JSON.stringify(good.body)).toContain("12.50");
  const bad = await service.call("POST", "/gateways/test", { kind: "http", settings: provider.settings("wrong") });
  expect(bad.body.data.ok).toBe(false);
  expect(provider.taken).toEqual([]);
  expect((await service.pool.query("select from gateways where removed_at is null")).rowCount).toBe(0);
});

test("a gateway that is added takes the default route from the sandbox that is there without configuration", async () => {
  const created = await add("shop");
  expect([created.status, created.headers.get("location")]).toEqual([201, "/svc/v1/gateways/shop"]);
  expect(await read("shop")).toMatchObject({
    managed_by: "api",
    kind: "http",
    secrets: expect.arrayContaining(["password"]),
  });
  expect((await read("sandbox")).managed_by).toBe("environment");
  const { body } = await service.call("POST", "/send", { numbers: ["+4915112345678"], message: "Hello" });
  expect(body.data.sandbox ?? false).toBe(false);
  await eventually(() => provider.taken.length === 1);
  expect((await add("shop")).body.code).toBe("conflict");
  expect((await service.call("PATCH", "/gateways/sandbox", { enabled: false })).body.code).toBe("not_in_this_state");
});

test("a secret is in no reply, no log line, no event and no list of changes, and its change needs no other", async () => {
  const before = await read("shop");
  const changed = await service.call("PATCH", "/gateways/shop", {
    settings: { password: OTHER },
    version: before.version,
  });
  expect(changed.body.data.version).toBe(before.version + 1);
  expect(changed.body.data.settings.host).toBe(before.settings.host);
  const replies = [
    changed.body,
    (await service.call("GET", "/gateways")).body,
    (await service.call("GET", "/gateways/shop")).body,
    (await service.call("GET", "/gateways/routing")).body,
    (await service.call("GET", "/settings/changes")).body,
    (await service.call("POST", "/gateways/shop/test")).body,
    service.logged,
    (await service.pool.query("select * from events")).rows,
    (await service.pool.query("select name, kind, settings, secrets from gateways")).rows,
    (await service.pool.query("select * from setting_changes")).rows,
    (await service.pool.query("select * from idempotency_keys")).rows,
  ];
  for (const text of replies.map((one) => JSON.stringify(one))) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(OTHER);
  }
  const sealed = (await service.pool.query("select sealed from gateways where name = 'shop'")).rows[0].sealed as Buffer;
  expect(sealed.includes(Buffer.from(OTHER))).toBe(false);
  const { items } = (await service.call("GET", "/settings/changes")).body.data;
  expect(items[0]).toMatchObject({ section: "gateways", after: { name: "shop", changed: ["password"] } });
  await eventually(() => service.gateways.gateways.some(({ stored }) => stored?.version === before.version + 1));
  await service.call("POST", "/send", { numbers: ["+4915112345679"], message: "Hello" });
  await eventually(() => provider.taken.at(-1)?.password === OTHER);
});

test("a gateway that is to connect to another place needs its secrets again", async () => {
  const host = "gateway.example:443";
  const moved = await service.call("PATCH", "/gateways/shop", { settings: { host } });
  expect(moved.body.code).toBe("invalid_parameter");
  expect(JSON.stringify(moved.body)).toContain("must be given again");
  const tried = await service.call("POST", "/gateways/test", { name: "shop", settings: { host } });
  expect(tried.body.code).toBe("invalid_parameter");
  expect((await read("shop")).settings.host).not.toBe(host);
});

test("of two changes that are based on one version, the second is told that there is a newer one", async () => {
  const { version } = await read("shop");
  const change = (rate: number) => service.call("PATCH", "/gateways/shop", { settings: { rate }, version });
  const answers = await Promise.all([change(50), change(60), change(70)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const routing = (await service.call("GET", "/gateways/routing")).body.data;
  const set = (expression: string) =>
    service.call("PUT", "/gateways/routing", { routing: expression, version: routing.version });
  const routings = await Promise.all([set("shop"), set("failover(shop sandbox)")]);
  expect(routings.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await service.call("PUT", "/gateways/routing", { routing: null })).status).toBe(200);
});

test("the list of changes says how the order was before and after a gateway was moved, and nothing of it otherwise", async () => {
  for (const name of ["stays", "moved"]) await add(name, { in_default_route: false });
  const order = async () =>
    (await service.call("GET", "/gateways")).body.data.items.map((one: { name: string }) => one.name);
  const before = await order();
  await service.call("PATCH", "/gateways/moved", { position: 0 });
  const after = await order();
  expect(after).not.toEqual(before);
  const { items } = (await service.call("GET", "/settings/changes")).body.data;
  const stored = (names: readonly string[]) => names.filter((name) => items[0].after.order.includes(name));
  expect(items[0]).toMatchObject({ before: { order: stored(before) }, after: { order: stored(after) } });
  expect(items[0].after.order[0]).toBe("moved");
  await service.call("PATCH", "/gateways/moved", { settings: { rate: 5 } });
  expect((await service.call("GET", "/settings/changes")).body.data.items[0].after).not.toHaveProperty("order");
  for (const name of ["stays", "moved"]) expect((await service.call("DELETE", `/gateways/${name}`)).status).toBe(200);
});

test("a change is answered with what it changed, also if the gateway is removed as soon as it is committed", async () => {
  await add("brief", { in_default_route: false });
  await service.pool.query(`
    create function remove_brief() returns trigger language plpgsql as
      $$ begin update gateways set removed_at = now() where name = 'brief'; return null; end $$;
    create constraint trigger remove_brief after insert or update on gateways deferrable initially deferred
      for each row when (new.name = 'brief' and new.removed_at is null) execute function remove_brief()`);
  const changed = await service.call("PATCH", "/gateways/brief", { settings: { rate: 5 } });
  expect([changed.status, changed.body.data.settings?.rate]).toEqual([200, "5"]);
  const added = await add("brief", { in_default_route: false });
  expect([added.status, added.body.data.name]).toEqual([201, "brief"]);
  await service.pool.query("drop function remove_brief cascade");
});

test("null removes a setting, and the others keep theirs", async () => {
  await add("tuned", { in_default_route: false });
  await service.call("PATCH", "/gateways/tuned", { settings: { rate: 5, window: 7 } });
  expect((await read("tuned")).settings).toMatchObject({ rate: "5", window: "7" });
  const changed = await service.call("PATCH", "/gateways/tuned", { settings: { rate: null } });
  expect(changed.body.data.settings).toMatchObject({ window: "7" });
  expect(changed.body.data.settings).not.toHaveProperty("rate");
  expect((await service.call("DELETE", "/gateways/tuned")).status).toBe(200);
});

test("a routing names gateways that there are, and a gateway that it names is not removed", async () => {
  const set = (routing: string | null) => service.call("PUT", "/gateways/routing", { routing });
  for (const wrong of [
    "nosuch",
    "failover(shop",
    "by(country=DE: shop)",
    `twilio://AC1:${SECRET}@default?from=a`,
    "",
  ]) {
    const { status, body } = await set(wrong);
    expect([wrong, status]).toEqual([wrong, 400]);
    expect(JSON.stringify(body)).not.toContain(SECRET);
  }
  const proposed = encodeURIComponent("by(country=DE: sandbox; else: shop)");
  const explained = await service.call("GET", `/gateways/route?to=%2B4915112345678&routing=${proposed}`);
  expect(explained.body.data).toMatchObject({ gateway: "sandbox", rules: ["country=DE"] });
  expect((await set("by(country=DE: sandbox; else: shop)")).body.data).toMatchObject({
    effective: "by(country=DE: sandbox; else: shop)",
    environment: "sandbox",
    unavailable: [],
  });
  const now = await service.call("GET", "/gateways/route?to=%2B4915112345678");
  expect(now.body.data.gateway).toBe("sandbox");
  const before = provider.taken.length;
  await service.call("POST", "/send", { numbers: ["+33612345678", "+4915112345670"], message: "Hello" });
  await eventually(() => provider.taken.length === before + 1);
  expect(provider.taken.at(-1)!.to).toBe("+33612345678");
  expect((await service.call("DELETE", "/gateways/shop")).body.code).toBe("conflict");
  await set(null);
});

test("a disabled gateway sends nothing and receives, and its deliveries leave once it is enabled", async () => {
  const { receipt_url: address } = await read("shop");
  expect((await service.call("PATCH", "/gateways/shop", { enabled: false })).status).toBe(200);
  expect((await read("shop")).health.state).toBe("disabled");
  expect(
    (await service.call("POST", "/send", { numbers: ["+4915112345671"], message: "x", gateway: "shop" })).status,
  ).toBe(400);
  const routing = (await service.call("GET", "/gateways/routing")).body.data;
  expect(routing).toMatchObject({ effective: "shop", unavailable: ["shop"] });
  await service.call("PATCH", "/gateways/shop", { enabled: true });
  await eventually(() => service.gateways.routes.byName("shop") !== null);
  expect((await read("shop")).receipt_url).toBe(address);
});

test("a pause by a person stops the gateway until it is resumed, and shows no end", async () => {
  expect((await service.call("POST", "/gateways/shop/pause", { reason: "wrong sender" })).body.data.paused).toBe(true);
  expect((await read("shop")).health).toMatchObject({ state: "paused", reason: "wrong sender", until: null });
  const before = provider.taken.length;
  await service.call("POST", "/send", { numbers: ["+4915112345672"], message: "Hello", gateway: "shop" });
  // A change of the settings ends a pause that a provider caused, and not this one.
  await service.call("PATCH", "/gateways/shop", { settings: { rate: null } });
  expect((await read("shop")).health.state).toBe("paused");
  expect(provider.taken.length).toBe(before);
  await eventually(() =>
    service.logged.some(({ message, gateway }) => message === "gateway is down" && gateway === "shop"),
  );
  expect((await service.call("POST", "/gateways/shop/resume")).body.data.paused).toBe(false);
  expect((await read("shop")).health).toMatchObject({ state: "up", reason: null, since: null });
  await eventually(() => provider.taken.length === before + 1);
  expect((await service.call("POST", "/gateways/nosuch/pause")).status).toBe(404);
});

test("a gateway that a call with an Idempotency-Key was the first to see changed goes on sending", async () => {
  for (const window of [5, 6, 7]) {
    // As another node changes it, whose notification has not arrived.
    await service.pool.query(
      `update gateways set settings = settings || jsonb_build_object('window', $1::text) where name = 'shop'`,
      [String(window)],
    );
    await service.pool.query("update gateway_setup set revision = revision + 1");
    const headers = { "idempotency-key": `window-${window}` };
    const before = provider.taken.length;
    for (const action of ["pause", "resume"]) {
      expect((await service.call("POST", `/gateways/shop/${action}`, {}, { headers })).status).toBe(200);
    }
    await service.call("POST", "/send", { numbers: [`+491511234568${window}`], message: "Hello", gateway: "shop" });
    await eventually(() => provider.taken.length === before + 1);
  }
});

test("a removed gateway strands what names it, its receipts are received, and its name can be used again", async () => {
  const token = (await read("shop")).receipt_url as string | null;
  await service.call("POST", "/gateways/shop/pause");
  await service.call("POST", "/send", { numbers: ["+4915112345673"], message: "Hello", gateway: "shop" });
  expect((await service.call("DELETE", "/gateways/shop")).status).toBe(200);
  const list = (await service.call("GET", "/gateways")).body.data;
  expect(list.items.map((one: any) => one.name)).toEqual(["sandbox"]);
  expect(list.stranded).toEqual([{ gateway: "shop", texts: 1 }]);
  expect(service.gateways.byName("shop")).not.toBeNull();
  expect((await add("shop")).status).toBe(201);
  expect((await read("shop")).receipt_url).toBe(token);
  const before = provider.taken.length;
  await service.call("POST", "/gateways/shop/resume");
  await eventually(() => provider.taken.length === before + 1);
  expect((await service.call("DELETE", "/gateways/shop")).status).toBe(200);
});

test("gateways that were removed lately count: every node keeps them open for their receipts", async () => {
  await service.pool.query(
    `insert into gateways (name, kind, settings, enabled, in_default_route, position, created_by, updated_by, removed_at)
     select 'gone-' || n, 'sandbox', '{}', true, false, n, 'test', 'test', now() from generate_series(1, 100) as n`,
  );
  expect((await add("one-more")).body.code).toBe("conflict");
  await service.pool.query("delete from gateways where name like 'gone-%'");
});

test("a person at a sandbox phone answers STOP, and gets nothing more", async () => {
  const phone = "+15005550000";
  await service.call("POST", "/send", { numbers: [phone], message: "Hello", gateway: "sandbox" });
  const replied = await service.call("POST", "/sandbox/replies", { from: phone, text: "STOP" });
  expect(replied.body.data).toMatchObject({ from: phone, text: "STOP", gateway: "sandbox" });
  const { items } = (await service.call("GET", "/inbox?keyword=stop")).body.data;
  expect(items).toHaveLength(1);
  const { body } = await service.call("GET", `/suppressions?search=${encodeURIComponent(phone)}`);
  expect(body.data.items).toHaveLength(1);
  expect((await service.call("POST", "/sandbox/replies", { from: phone, text: "x", gateway: "nosuch" })).status).toBe(
    404,
  );
});

test("the adapters are described with the settings that a form asks for", async () => {
  const { items } = (await service.call("GET", "/gateways/kinds")).body.data;
  const twilio = items.find((one: any) => one.kind === "twilio");
  const token = twilio.settings.find((one: any) => one.name === "token");
  expect(token).toMatchObject({ label: "Auth token", secret: true, required: true, type: "text" });
  expect(twilio.settings.find((one: any) => one.name === "sid").pattern).toContain("2,64");
  expect(twilio.settings.map((one: any) => one.name)).not.toContain("name");
});

test("a caller who tests settings again and again must wait, and no one else", async () => {
  const tried = (as = service.admin) =>
    service.call("POST", "/gateways/test", { kind: "sandbox", settings: {} }, { as });
  let last = await tried();
  for (let n = 0; n < 60 && last.status === 200; n += 1) last = await tried();
  expect(last).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(3_000);
  const bea = { username: "bea", name: "Bea", email: "bea@example.com", roles: ["administrator"] };
  const { id } = (await service.call("POST", "/users", bea)).body.data;
  const { password } = (await service.call("POST", `/users/${id}/application-passwords`, { name: "x" })).body.data;
  expect((await tried({ user: "bea", password })).status).toBe(200);
});
