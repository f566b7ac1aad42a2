import { afterEach, beforeEach, expect, test } from "vitest";

import { statesOf } from "../../support/database/ledger.ts";
import { startKeyedProvider } from "../../support/providers/keyed-provider.ts";
import { eventually } from "../../support/service/processes.ts";
import { startTestService, type TestService } from "../../support/service/test-service.ts";

let service: TestService;
let provider: Awaited<ReturnType<typeof startKeyedProvider>>;

const PLAIN = '{"to":"{to}","text":"{text}"}';
const WITH_ALL = '{"to":"{to}","text":"{text}","media":"{media:list}","flash":"{flash}"}';
const settings = (body: string) => provider.settings("first", { body });

beforeEach(async () => {
  provider = await startKeyedProvider({ passwords: ["first"] });
  service = await startTestService({ TIDINGS_GATEWAY: "none", TIDINGS_OUTBOUND_ALLOW: "127.0.0.1" });
  await service.call("POST", "/gateways", { name: "main", kind: "http", settings: settings(WITH_ALL) });
  await service.call("POST", "/gateways/main/pause");
});
afterEach(async () => {
  await service.end();
  await provider.close();
});

const needs = {
  picture: { media_urls: ["https://pictures.example.com/a.png"] },
  flash: { flash: true },
};
const TO = "+4915112345678";
const OTHER = "+4915112345679";

/** The newest entry of the log to this number. */
async function entry(): Promise<Record<string, any>> {
  const { items } = (await service.call("GET", `/outbox?recipient=${encodeURIComponent(TO)}`)).body.data;
  return (await service.call("GET", `/outbox/${items[0].id}`)).body.data;
}

/** As if the minutes until the next check had passed. */
const hurry = () => service.pool.query("update retries set due = now() where due < 'infinity'");

for (const [what, more] of Object.entries(needs)) {
  test(`a gateway that can no longer send a ${what} sends nothing without it`, async () => {
    const sent = await service.call("POST", "/send", { numbers: [TO], message: "Look", ...more });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await service.call("PATCH", "/gateways/main", { settings: { body: PLAIN } });
    await service.call("POST", "/gateways/main/resume");
    await service.call("POST", "/send", { numbers: [OTHER], message: "Text only" });
    await eventually(async () => (await statesOf(service.pool))["sent"] === 1);
    await eventually(async () => (await entry())["response"]?.startsWith("It was not sent: main cannot send "));
    expect(provider.taken.map(({ to }) => to)).toEqual([OTHER]);
    expect(await statesOf(service.pool)).toMatchObject({ queued: 1, sent: 1 });
    // It waits until the gateway has the ability again.
    await service.call("PATCH", "/gateways/main", { settings: { body: WITH_ALL } });
    await eventually(async () => {
      await hurry();
      return (await statesOf(service.pool))["sent"] === 2;
    });
    expect(provider.taken.map(({ to }) => to)).toEqual([OTHER, TO]);
  });
}

for (const [what, more] of Object.entries(needs)) {
  test(`a ${what} that a gateway can no longer send is sent by the other one of the route that can`, async () => {
    const second = await startKeyedProvider({ passwords: ["first"] });
    try {
      for (const name of ["poor", "rich"]) {
        const made = { name, kind: "http", settings: second.settings("first", { body: WITH_ALL }) };
        expect((await service.call("POST", "/gateways", made)).status).toBe(201);
        await service.call("POST", `/gateways/${name}/pause`);
      }
      const sent = await service.call("POST", "/send", { numbers: [TO, OTHER], message: "Look", ...more });
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      await service.call("PATCH", "/gateways/main", { settings: { body: PLAIN } });
      await service.call("PATCH", "/gateways/poor", { settings: { body: PLAIN } });
      await service.call("POST", "/gateways/main/resume");
      await eventually(async () => (await entry())["response"]?.startsWith("It was not sent: main cannot send "));
      for (const name of ["poor", "rich"]) await service.call("POST", `/gateways/${name}/resume`);
      await eventually(async () => (await statesOf(service.pool))["sent"] === 2);
      expect(provider.taken).toEqual([]);
      expect(second.taken.map(({ to }) => to).toSorted()).toEqual([TO, OTHER]);
      expect(await entry()).toMatchObject({ gateway: "rich", attempts: 1 });
    } finally {
      await second.close();
    }
  });
}

test("however often it looks whether it can again, the log has that once", async () => {
  await service.call("POST", "/send", { numbers: [TO], message: "Look", ...needs.flash });
  await service.call("PATCH", "/gateways/main", { settings: { body: PLAIN } });
  await service.call("POST", "/gateways/main/resume");
  await eventually(async () => {
    await hurry();
    return (await entry())["attempts"] >= 3;
  });
  const { timeline } = await entry();
  expect(timeline.filter(({ type }: { type: string }) => type === "deferred")).toHaveLength(1);
});

test("nor does one that was added in the place of another; in the end the delivery fails, and the log says why", async () => {
  await service.call("POST", "/send", { numbers: [TO], message: "Look", ...needs.picture });
  await service.call("DELETE", "/gateways/main");
  await service.call("POST", "/gateways", { name: "main", kind: "http", settings: settings(PLAIN) });
  // As if it had been checked for more than an hour.
  await service.pool.query("update deliveries set attempt = 11");
  // A pause belongs to the gateway's name.
  await service.call("POST", "/gateways/main/resume");
  await eventually(async () => {
    await hurry();
    return (await statesOf(service.pool))["failed"] === 1;
  });
  expect(provider.taken).toEqual([]);
  expect((await entry())["reason"]).toMatchObject({
    code: "gateway_cannot",
    remedy: "Resend it through a gateway that can.",
  });
});
