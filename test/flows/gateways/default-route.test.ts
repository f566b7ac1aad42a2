import { afterEach, beforeEach, expect, test } from "vitest";

import { statesOf } from "../../support/database/ledger.ts";
import { numbers } from "../../support/engine/engine.ts";
import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";
import { eventually } from "../../support/service/processes.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

const PASSWORD = "first";

let service: TestService;
let provider: Awaited<ReturnType<typeof startKeyedProvider>>;
beforeEach(async () => {
  provider = await startKeyedProvider({ passwords: [PASSWORD] });
  // As on a machine where nobody has set TIDINGS_GATEWAY.
  service = await startTestService({ TIDINGS_GATEWAY: "", TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" });
});
afterEach(async () => {
  await service.end();
  await provider.close();
});

const call = async (method: string, path: string, body?: unknown) => {
  const answer = (await service.call(method, path, body)).body;
  // A list is of what is stored now: from here on, this node uses it.
  if (method !== "GET" && path.startsWith("/gateways")) await service.call("GET", "/gateways");
  return answer;
};
const add = (name: string, more: object = {}) =>
  call("POST", "/gateways", { name, kind: "http", settings: provider.settings(PASSWORD), ...more });
const send = (to: readonly string[], more: object = {}) =>
  call("POST", "/send", { numbers: to, message: "Hello", ...more });
const inSandbox = async (): Promise<number> => (await call("GET", "/sandbox/messages")).data.items.length;
const stranded = async () => (await call("GET", "/gateways")).data.stranded;
const waits = async (texts: number): Promise<void> => {
  // A message that names the sandbox overtakes nothing: what the sandbox may take, it has taken by then.
  await send(["+15005550000"], { gateway: "sandbox" });
  await eventually(async () => (await inSandbox()) === 1);
  expect(await statesOf(service.pool)).toMatchObject({ queued: texts });
  expect(await stranded()).toEqual([{ gateway: "default", texts }]);
};

test("what the sandbox accepted stays in it when the first gateway is added", async () => {
  await call("POST", "/gateways/sandbox/pause");
  const people = numbers(3);
  expect((await send(people)).data.sandbox).toBe(true);
  expect((await add("main")).data.name).toBe("main");
  expect((await send(["+4915112345678"])).data.sandbox ?? false).toBe(false);
  await eventually(() => provider.taken.length === 1);
  await call("POST", "/gateways/sandbox/resume");
  await eventually(async () => (await inSandbox()) === 3);
  expect(provider.taken.map(({ to }) => to)).toEqual(["+4915112345678"]);
});

test.each([
  ["is disabled", (name: string) => call("PATCH", `/gateways/${name}`, { enabled: false })],
  ["is deleted", (name: string) => call("DELETE", `/gateways/${name}`)],
  ["leaves the default route", (name: string) => call("PATCH", `/gateways/${name}`, { in_default_route: false })],
])(
  "when the only gateway %s, what waits for the default route waits on and the sandbox takes none of it",
  async (_, end) => {
    await add("main");
    await call("POST", "/gateways/main/pause");
    const sent = await send(numbers(3));
    await end("main");
    await waits(3);
    expect((await call("GET", `/messages/${sent.data.message_id}`)).data.waiting_for).toContain("default route");
    expect((await send(["+4915112345678"])).code).toBe("no_gateway");
    expect(await (await service.app.request("http://127.0.0.1/readyz")).text()).toContain(
      "No gateway of the default route",
    );
    // Under any name: what waits is for the default route.
    expect((await add("other")).data.name).toBe("other");
    await eventually(() => provider.taken.length === 3);
    expect(await inSandbox()).toBe(1);
    expect(await stranded()).toEqual([]);
  },
);

test("a node that cannot use the only gateway leaves its deliveries to the others", async () => {
  await add("main");
  await call("POST", "/gateways/main/pause");
  await send(numbers(3));
  // As after a rollback to a release that has no such adapter.
  await service.pool.query("update gateways set kind = 'newer'");
  await service.pool.query("update gateway_setup set revision = revision + 1");
  await eventually(async () => (await call("GET", "/gateways")).data.unusable.length === 1);
  await waits(3);
  await service.pool.query("update gateways set kind = 'http'");
  await service.pool.query("update gateway_setup set revision = revision + 1");
  await call("POST", "/gateways/main/resume");
  await eventually(() => provider.taken.length === 3);
});

test("what waits for a default route without gateways is moved only to a gateway that is named", async () => {
  await add("main");
  await call("POST", "/gateways/main/pause");
  await send(numbers(3));
  expect((await call("POST", "/gateways/default/reroute", { to: "sandbox" })).code).toBe("not_in_this_state");
  await call("PATCH", "/gateways/main", { enabled: false });
  expect((await call("POST", "/gateways/default/reroute")).code).toBe("no_gateway");
  await add("spare", { in_default_route: false });
  const moved = await call("POST", "/gateways/default/reroute", { to: "spare" });
  expect(moved.data).toMatchObject({ moved: 3, stayed: 0 });
  await eventually(() => provider.taken.length === 3);
});

test("during a trial, what waits for a gateway that is gone is not moved into the sandbox unless it is named", async () => {
  await add("aside", { in_default_route: false });
  await call("POST", "/gateways/aside/pause");
  await send(numbers(2), { gateway: "aside" });
  await call("DELETE", "/gateways/aside");
  expect(await call("POST", "/gateways/aside/reroute")).toMatchObject({
    code: "no_gateway",
    message: expect.stringContaining("sends nothing"),
  });
  expect((await call("POST", "/gateways/aside/reroute", { to: "sandbox" })).data.moved).toBe(2);
  await eventually(async () => (await inSandbox()) === 2);
});

test("an entry whose gateway is gone is resent only by one that is named, and stays to be resent until then", async () => {
  await add("main");
  await call("POST", "/gateways/main/pause");
  const { data } = await send(["+4915112345678"]);
  await call("POST", `/messages/${data.message_id}/cancel`);
  const { items } = (await call("GET", `/outbox?message_id=${data.message_id}`)).data;
  await call("DELETE", "/gateways/main");
  const refused = await call("POST", `/outbox/${items[0].id}/resend`);
  expect([refused.code, refused.message]).toEqual(["no_gateway", expect.stringContaining("say through which one")]);
  await add("spare", { in_default_route: false });
  const resent = await call("POST", `/outbox/${items[0].id}/resend`, { gateway: "spare" });
  expect(resent.data.resend_of.id).toBe(items[0].id);
  await eventually(() => provider.taken.length === 1);
});
