import { afterAll, beforeAll, expect, test } from "vitest";

import { unreadCalls } from "#app/service/gateways/unread-calls";
import { openCounts } from "#app/metrics/counts";
import { gatewayTallyQueries } from "#store/queries/gateways/gateway-tallies";

import { eventually } from "../../support/engine/engine.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const CONTENT = "c4nary-of-the-content";
let service: TestService;
let address = "";
beforeAll(async () => {
  service = await startTestService({
    TIDINGS_PUBLIC_URL: "https://sms.example.org",
    TIDINGS_GATEWAY: "clickatell://key@default?from=27820000000&name=main",
  });
  const { receipt_url } = (await service.call("GET", "/gateways/main")).body.data;
  address = (receipt_url as string).replace("https://sms.example.org/svc/v1", "");
});
afterAll(() => service.end());

const called = (body: object, query = "") => service.call("POST", `${address}${query}`, body, { as: null });
const unreadLines = () => service.logged.filter(({ message }) => String(message).includes("could not be read"));
const counted = async (): Promise<number> => {
  const text = (await service.call("GET", "/metrics")).body as string;
  return Number(/^tidings_provider_calls_unread_total\{gateway="main"\} (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
};

test("unreadable calls are counted, logged once without their content, and shown by /gateways", async () => {
  for (let time = 0; time < 3; time += 1) {
    expect((await called({ unheard: CONTENT, of: "+447400123456" })).status).toBe(200);
  }
  expect(await counted()).toBe(3);
  expect(unreadLines()).toEqual([
    {
      level: "warn",
      message: expect.any(String),
      gateway: "main",
      method: "POST",
      mediaType: "application/json",
      bytes: expect.any(Number),
      requestId: expect.any(String),
      others: 0,
    },
  ]);
  expect(JSON.stringify(service.logged)).not.toContain(CONTENT);
  // The nodes' shared count is written every five seconds.
  const { counters } = await eventually(async () => {
    const { health } = (await service.call("GET", "/gateways/main")).body.data;
    return health.counters.unread > 0 && health;
  });
  expect(counters).toEqual({ sent: 0, failed: 0, unknown: 0, retried: 0, unread: 3 });
  // What `tidings doctor` reads.
  expect(await gatewayTallyQueries(service.store.db).unread()).toEqual([{ gateway: "main", calls: 3 }]);
});

test("a call that is understood, empty or forged does not count as unreadable", async () => {
  const before = await counted();
  await called({ event: { messageStatusUpdate: [{ statusCode: 3, messageId: "m1" }] } });
  await called({ event: { moText: [{ messageId: "t1", from: "447400123456", to: "27820000000", content: "Hi" }] } });
  await service.call("GET", address, undefined, { as: null });
  await service.call("GET", `${address}?ref=r`, undefined, { as: null });
  expect((await service.call("POST", `${address}x`, { unheard: 1 }, { as: null })).status).toBe(404);
  expect(await counted()).toBe(before);
});

test("a call for a gateway that was removed long ago is refused and logged: a STOP in it is lost", async () => {
  const gone = {
    name: "gone",
    kind: "clickatell",
    settings: { key: "key", from: "27820000001" },
    in_default_route: false,
  };
  expect((await service.call("POST", "/gateways", gone)).body).toMatchObject({ status: "success" });
  const old = (await service.call("GET", "/gateways/gone")).body.data.receipt_url.replace(
    "https://sms.example.org/svc/v1",
    "",
  );
  await service.call("DELETE", "/gateways/gone");
  await service.pool.query("update gateways set removed_at = removed_at - interval '8 days' where name = 'gone'");
  // The nodes read the gateways again.
  await service.call("POST", "/gateways", { ...gone, name: "other" });
  await service.call("DELETE", "/gateways/other");
  const text = { messageId: "t9", from: "447400123456", to: "27820000001", content: `STOP ${CONTENT}` };
  const call = (address: string) => service.call("POST", address, { event: { moText: [text] } }, { as: null });
  for (let time = 0; time < 3; time += 1) expect((await call(old)).status).toBe(404);
  const lines = () => service.logged.filter(({ message }) => String(message).includes("no such gateway"));
  expect(lines()).toEqual([{ level: "warn", message: expect.any(String), gateway: "gone", others: 0 }]);
  expect(JSON.stringify(service.logged)).not.toContain(CONTENT);
  // Guessed names cannot fill the log.
  expect((await call(`${old}x`)).status).toBe(404);
  expect(lines()).toHaveLength(1);
});

test("one such call a minute is logged for each gateway, with the number of others", () => {
  let now = 0;
  const lines: unknown[] = [];
  const counts = openCounts(() => now);
  const note = unreadCalls(counts, { now: () => now, log: (...line) => lines.push(line[2]) });
  const call = { method: "POST", mediaType: "", bytes: 2, requestId: "req" };
  for (now = 0; now < 60_000; now += 10_000) note("main", call);
  note("spare", call);
  note("main", call);
  expect(lines).toMatchObject([
    { gateway: "main", others: 0 },
    { gateway: "spare", others: 0 },
    { gateway: "main", others: 5 },
  ]);
  expect([counts.gateway("main").unread, counts.gateway("spare").unread]).toEqual([7, 1]);
});

test("calls without a valid signature, one for each message if the secret is wrong, are logged once a minute", async () => {
  const signed = await startTestService({
    TIDINGS_PUBLIC_URL: "https://sms.example.org",
    TIDINGS_GATEWAY: "twilio://AC00000000000000000000000000000000:token@default?from=%2B15005550006&name=main",
  });
  const { receipt_url } = (await signed.call("GET", "/gateways/main")).body.data;
  const path = (receipt_url as string).replace("https://sms.example.org/svc/v1", "");
  for (let time = 0; time < 3; time += 1) {
    expect((await signed.call("POST", path, { MessageSid: "SM1" }, { as: null })).status).toBe(401);
  }
  const lines = signed.logged.filter(({ message }) => message === "a provider's call has no valid signature");
  expect(lines).toMatchObject([{ gateway: "main", others: 0 }]);
  await signed.end();
});
