import { afterAll, beforeAll, expect, test } from "vitest";

import { readConfig } from "#app/config/config";
import { checkGateways } from "#app/doctor/gateways";
import { banner } from "#cli/banner";

import { startTestService, type TestService } from "../support/service/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ TIDINGS_GATEWAY: "none" });
});
afterAll(() => service.end());

const mobile = "+4915112350002";

test.each([
  ["POST", "/send", { message: "x", numbers: [mobile] }],
  ["POST", "/newsletter", { name: "N", mobile }],
  ["POST", "/subscribers", { name: "N", mobile }],
  ["GET", "/credit", undefined],
  ["GET", "/gateways/route?to=%2B4915112350002", undefined],
  ["POST", "/gateways/gone/reroute", {}],
])("without a gateway %s %s is refused, and stores nothing", async (method, path, body) => {
  const answer = await service.call(method, path, body);
  expect([answer.status, answer.body.code]).toEqual([409, "no_gateway"]);
  const { rows } = await service.pool.query("select count(*)::int as n from messages");
  expect(rows).toEqual([{ n: 0 }]);
  expect((await service.call("GET", "/subscribers")).body.data.items).toEqual([]);
});

test("what sends nothing works, and the lists are empty", async () => {
  const person = await service.call("POST", "/newsletter", { name: "N", mobile, double_opt_in: false });
  expect(person.status).toBe(200);
  expect((await service.call("DELETE", `/subscribers/${person.body.data.subscriber.id}`)).status).toBe(200);
  expect((await service.call("GET", "/gateways")).body.data).toMatchObject({ items: [], stranded: [] });
  expect((await service.call("GET", "/messages")).body.data.items).toEqual([]);
  const named = await service.call("POST", "/send", { message: "x", numbers: [mobile], gateway: "main" });
  expect(named.body.data.details[0]).toMatchObject({ field: "gateway", code: "unknown_gateway" });
});

test("it is ready, and reports the missing gateway everywhere", async () => {
  const ready = await service.app.request("http://127.0.0.1/readyz");
  expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining("nothing can be sent")]);
  const config = readConfig({ TIDINGS_GATEWAY: "none", TIDINGS_DATA: "/nowhere" });
  expect(await checkGateways(config)).toEqual([
    { level: "warning", about: "gateway", text: expect.stringContaining("nothing can be sent") },
  ]);
  const lines = banner({
    url: "http://127.0.0.1:1",
    environment: {},
    service,
    config,
    license: { state: "absent" } as never,
  });
  expect(lines.join("\n")).toContain("Gateway    none: nothing can be sent");
  expect((await service.call("GET", "/metrics")).status).toBe(200);
  expect(service.logged.filter(({ level }) => level === "error")).toEqual([]);
});
