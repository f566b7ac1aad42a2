import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { statesOf } from "../../support/database/ledger.ts";
import { numbers } from "../../support/engine/engine.ts";
import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";
import { eventually } from "../../support/service/processes.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

type Provider = Awaited<ReturnType<typeof startKeyedProvider>>;

let service: TestService;
let first: Provider;
let second: Provider;
beforeAll(async () => {
  first = await startKeyedProvider({ passwords: ["first"] });
  second = await startKeyedProvider({ passwords: ["second"] });
  service = await startTestService({ TIDINGS_GATEWAY: "none", TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" });
  const add = (name: string, provider: Provider) =>
    service.call("POST", "/gateways", { name, kind: "http", settings: provider.settings(name) });
  expect((await add("first", first)).status).toBe(201);
  expect((await add("second", second)).status).toBe(201);
});
afterAll(async () => {
  await service.end();
  await first.close();
  await second.close();
});
beforeEach(async () => {
  await service.call("PUT", "/gateways/routing", { routing: null });
  await service.call("PATCH", "/gateways/first", { in_default_route: true });
  first.taken.length = 0;
  second.taken.length = 0;
});

test.each([
  ["its gateway leaves the default route", () => service.call("PATCH", "/gateways/first", { in_default_route: false })],
  ["the routing names another", () => service.call("PUT", "/gateways/routing", { routing: "second" })],
  [
    "rules name another",
    () => service.call("PUT", "/gateways/routing", { routing: "by(category=otp: first; else: second)" }),
  ],
])("the rest of a message that leaves slowly takes the new way once %s", async (_, change) => {
  const people = numbers(40, Math.floor(performance.now()) * 100);
  const sent = await service.call("POST", "/send", { numbers: people, message: "Hello", rate_per_minute: 600 });
  expect(sent.status).toBe(200);
  await eventually(() => first.taken.length >= 2);
  expect((await change()).status).toBe(200);
  await eventually(() => second.taken.length > 0);
  const before = first.taken.length;
  await eventually(async () => {
    const { queued = 0, sending = 0 } = await statesOf(service.pool);
    return queued + sending === 0;
  });
  expect(first.taken.length).toBe(before);
  expect(new Set([...first.taken, ...second.taken].map(({ to }) => to)).size).toBe(people.length);
  expect(first.taken.length + second.taken.length).toBe(people.length);
});
