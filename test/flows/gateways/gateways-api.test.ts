import { afterAll, beforeAll, expect, test } from "vitest";

import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const SECRET = "c4naryS3cret";
let service: TestService;
beforeAll(async () => {
  const twilio = `twilio://AC00000000000000000000000000000000:${SECRET}@127.0.0.1:1?from=%2B15005550006&name=dead`;
  service = await startTestService({
    TIDINGS_GATEWAY: `by(category=otp: main; country=DE,AT: failover(${twilio} main); prefix=+336: roundrobin(3*main 1*spare); else: roundrobin(sandbox://default?name=main&receipt_ms=5 sandbox://default?name=spare))`,
  });
});
afterAll(() => service.end());

const shown = async (name: string): Promise<any> => (await service.call("GET", `/gateways/${name}`)).body.data;
const route = async (to: string, category?: string): Promise<any> =>
  (await service.call("GET", `/gateways/route?to=${encodeURIComponent(to)}${category ? `&category=${category}` : ""}`))
    .body;

test("gateways are shown with their capabilities and health, and no secret", async () => {
  const { status, body } = await service.call("GET", "/gateways");
  expect([status, body.data.items.map((one: any) => one.name)]).toEqual([200, ["dead", "main", "spare"]]);
  expect(JSON.stringify(body)).not.toContain(SECRET);
  expect(body.data.items[1]).toMatchObject({
    kind: "sandbox",
    abilities: { flash: true, receipts: true },
    limits: { rate: null, rate_per: "segment" },
    health: { state: "up", reason: null, since: null },
    routes: [
      { route: "main", share: 1 },
      { route: "failover(dead main)", share: 0 },
      { route: "failover(main spare)", share: 1 },
      { route: "failover(spare main)", share: 0 },
      { route: "roundrobin(main spare)", share: 0.5 },
    ],
  });
  expect((await service.call("GET", "/gateways/nobody")).body).toMatchObject({
    code: "not_found",
    message: "There is no gateway nobody. Configured: dead, main, spare.",
  });
});

test("the gateway that would get a number is shown with the reason: rules first, then health", async () => {
  expect(await route("+4915112345678")).toMatchObject({
    message: "By the rule country=DE,AT dead sends it: it comes first and is up.",
    data: {
      gateway: "dead",
      country: "DE",
      rules: ["country=DE,AT"],
      routes: [{ route: "failover(dead main)", chance: 1 }],
    },
  });
  expect((await route("+4915112345678", "otp")).data).toMatchObject({ gateway: "main", rules: ["category=otp"] });
  expect((await route("+33612345678")).data).toMatchObject({
    gateway: "main",
    country: "FR",
    candidates: [
      { gateway: "main", share: 0.75 },
      { gateway: "spare", share: 0.25 },
    ],
  });
  expect((await route("+15005550000")).data).toMatchObject({ rules: ["else"], country: "US" });
  const { status, body } = await service.call("GET", "/gateways/route?to=12&category=spam");
  expect([status, body.data.details.map((detail: any) => detail.field).toSorted()]).toEqual([400, ["category", "to"]]);
});

test("deliveries that wait for a removed gateway are shown, and can be moved to another by a call", async () => {
  const sent = await service.call("POST", "/send", { message: "Wait", numbers: ["+15005550000"], gateway: "main" });
  const id: string = sent.body.data.message_id;
  await eventually(async () => (await service.call("GET", `/messages/${id}`)).body.data.state === "completed");
  // As if it had been accepted while `gone` was configured.
  await service.pool.query("update messages set state = 'running', route = 'gone' where id = $1", [id.slice(4)]);
  await service.pool.query("update deliveries set state = 'queued' where message_id = $1", [id.slice(4)]);
  await service.pool.query(
    "insert into chunks (message_id, route, priority, phones) select message_id, 'gone', 1, array[phone] from deliveries where message_id = $1",
    [id.slice(4)],
  );
  expect((await service.call("GET", "/gateways")).body.data.stranded).toEqual([{ gateway: "gone", texts: 1 }]);
  expect((await service.call("GET", `/messages/${id}`)).body.data.waiting_for).toContain("gone is not configured");
  expect((await service.call("POST", "/gateways/main/reroute")).body).toMatchObject({ code: "not_in_this_state" });
  expect((await service.call("POST", "/gateways/gone/reroute", { to: "nobody" })).body).toMatchObject({
    code: "not_found",
  });
  const keyed = { headers: { "idempotency-key": "reroute-gone" } };
  const done = await service.call("POST", "/gateways/gone/reroute", { to: "spare" }, keyed);
  expect(done.body).toMatchObject({
    message: "Rerouted 1 message from gone to spare.",
    data: { gateway: "gone", moved: 1, stayed: 0 },
  });
  await eventually(async () => (await service.call("GET", `/messages/${id}`)).body.data.state === "completed");
  expect((await service.call("GET", `/outbox?message_id=${id}`)).body.data.items[0].gateway).toBe("spare");
  expect((await service.call("GET", "/gateways")).body.data.stranded).toEqual([]);
  const again = await service.call("POST", "/gateways/gone/reroute", { to: "spare" }, keyed);
  expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([done.body, "true"]);
});

test("a message says which paused gateway it waits for, and nothing while another could send it", async () => {
  const pause = (name: string) => service.call("POST", `/gateways/${name}/pause`, { reason: "The key was refused." });
  const send = async (more: object): Promise<string> =>
    (await service.call("POST", "/send", { message: "Wait", ...more })).body.data.message_id;
  const waiting = async (id: string) => (await service.call("GET", `/messages/${id}`)).body.data.waiting_for;
  await pause("main");
  const named = await send({ numbers: ["+15005550000"], gateway: "main" });
  await eventually(async () => (await waiting(named)) === "Waiting: main is paused (The key was refused).");
  const free = await send({ numbers: ["+15005550002"] });
  expect(await waiting(free)).toBeNull();
  await pause("spare");
  await pause("dead");
  const stuck = await send({ numbers: ["+15005550003"] });
  await eventually(async () => ((await waiting(stuck)) ?? "").endsWith("So are the others that could send it."));
  await service.call("POST", `/messages/${stuck}/pause`);
  expect(await waiting(stuck)).toBeNull();
  await service.call("POST", `/messages/${stuck}/resume`);
  for (const name of ["main", "spare", "dead"]) await service.call("POST", `/gateways/${name}/resume`);
  for (const id of [named, free, stuck]) {
    await eventually(async () => (await service.call("GET", `/messages/${id}`)).body.data.state === "completed");
    expect(await waiting(id)).toBeNull();
  }
});

test("a delivery that a gateway refuses leaves by the next one, and both show it", async () => {
  const sent = await service.call("POST", "/send", { message: "x", numbers: ["+4915112345678"] });
  expect(sent.status).toBe(200);
  await eventually(async () => {
    const { items } = (await service.call("GET", `/outbox?message_id=${sent.body.data.message_id}`)).body.data;
    return items[0].state === "delivered" && items[0].gateway === "main";
  });
  await eventually(async () => {
    const { health } = await shown("main");
    return health.counters.sent >= 1 && health.last_success_at !== null;
  });
  expect((await shown("dead")).health).toMatchObject({ last_success_at: null, counters: { sent: 0 } });
});

test("a pause applies to all nodes, with its reason, since when and until when; others send meanwhile", async () => {
  await service.pool.query(
    "insert into gateway_states (name, paused_until, paused_at, pause_code, pause_reason) values ('spare', now() + interval '1 h', now(), 'no_credit', 'It is empty') on conflict (name) do update set paused_until = excluded.paused_until, paused_at = excluded.paused_at, pause_code = excluded.pause_code, pause_reason = excluded.pause_reason",
  );
  const { health, routes } = await eventually(async () => {
    const one = await shown("spare");
    return one.health.state === "paused" && one;
  });
  expect(health).toMatchObject({ code: "no_credit", reason: "It is empty" });
  expect(Date.parse(health.until) - Date.parse(health.since)).toBeCloseTo(3_600_000, -3);
  expect(routes.every(({ share }: any) => share === 0)).toBe(true);
  expect((await route("+33612345678")).data.candidates).toEqual([
    { gateway: "main", share: 1, state: "up" },
    { gateway: "spare", share: 0, state: "paused" },
  ]);
});

test("a test queries the provider without a message; with a number one message takes the usual route", async () => {
  const quiet = await service.call("POST", "/gateways/main/test", {});
  expect(quiet.body.data).toMatchObject({ ok: true, message_id: null });
  const loud = await service.call("POST", "/gateways/main/test", { to: "+15005550000" });
  const id = loud.body.data.message_id;
  await eventually(async () => {
    const { items } = (await service.call("GET", `/outbox?message_id=${id}`)).body.data;
    return items[0]?.state === "delivered";
  });
  const dead = await service.call("POST", "/gateways/dead/test", {});
  expect([dead.status, dead.body.data.ok]).toEqual([200, false]);
  expect(JSON.stringify(dead.body)).not.toContain(SECRET);
  expect((await service.call("POST", "/gateways/nobody/test", {})).status).toBe(404);
});

test("a test of a paused gateway says until when nothing leaves, or that only a person ends the pause", async () => {
  const pauseOf = async () => {
    const { steps } = (await service.call("POST", "/gateways/spare/test", {})).body.data;
    return steps.find(({ step }: any) => step === "pause");
  };
  await service.pool.query(
    "update gateway_states set paused_until = '2100-01-01T00:00:00Z', pause_code = 'no_credit', pause_reason = 'It is empty' where name = 'spare'",
  );
  const text = "Nothing leaves until 2100-01-01T00:00:00.000Z: It is empty (no_credit).";
  await eventually(async () => (await pauseOf())?.text === text);
  await service.call("POST", "/gateways/spare/pause", { reason: "Maintenance" });
  await eventually(async () => (await pauseOf())?.text === "Nothing leaves until a user ends the pause (Maintenance).");
  expect((await pauseOf()).ok).toBe(false);
  await service.call("POST", "/gateways/spare/resume");
  await eventually(async () => (await pauseOf()) === undefined);
});

test("the same test with the same Idempotency-Key sends one text", async () => {
  const again = { headers: { "idempotency-key": "one-test" } };
  const first = await service.call("POST", "/gateways/main/test", { to: "+15005550000" }, again);
  const second = await service.call("POST", "/gateways/main/test", { to: "+15005550000" }, again);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(second.body.data.message_id).toBe(first.body.data.message_id);
});

test("flash is refused if a gateway on the message's own route cannot send it, and nowhere else", async () => {
  const send = (numbers: string[], more = {}) =>
    service.call("POST", "/send", { message: "x", numbers, flash: true, ...more });
  expect((await send(["+4915112345678"])).body).toMatchObject({ code: "gateway_cannot" });
  expect((await send(["+15005550000"])).status).toBe(200);
  expect((await send(["+4915112345678"], { category: "otp" })).status).toBe(200);
});

test("twenty tests are sent within an hour, in parallel too; a repeat, a wrong name and a look at the credit use none up", async () => {
  const texts = async (): Promise<number> =>
    (await service.pool.query("select from messages where body = 'This is a test of Tidings.'")).rowCount!;
  await service.pool.query("update alert_checks set tests = array_fill(now() - interval '59 minutes', array[18])");
  const before = await texts();
  const to = { to: "+15005550000" };
  expect((await service.call("POST", "/gateways/nobody/test", to)).status).toBe(404);
  const again = { headers: { "idempotency-key": "limited-test" } };
  for (const _ of [1, 2]) expect((await service.call("POST", "/gateways/main/test", to, again)).status).toBe(200);
  const answers = await Promise.all([1, 2, 3].map(() => service.call("POST", "/gateways/main/test", to)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refused.body.code).toBe("too_many_requests");
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect((await service.call("POST", "/gateways/spare/test", to)).status).toBe(429);
  expect((await service.call("POST", "/gateways/spare/test", {})).status).toBe(200);
  expect((await texts()) - before).toBe(2);
  await service.pool.query("update alert_checks set tests = array_fill(now() - interval '61 minutes', array[20])");
  expect((await service.call("POST", "/gateways/spare/test", to)).status).toBe(200);
});
