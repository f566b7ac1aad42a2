import { afterAll, beforeAll, expect, test } from "vitest";

import { sandboxMessagesEndpoint } from "#api/v1/gateways/sandbox-messages";
import { definitions } from "#gateways/index";
import { openGateways } from "../../support/gateways/open-gateways.ts";
import { phoneOf } from "#gateways/adapters/sandbox";
import type { OutgoingSms } from "#domain/gateways/gateway";

import { apiWith } from "../../support/service/api.ts";
import { freshDatabase, type TestDatabase } from "../../support/database/database.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

let now = Date.UTC(2026, 10, 20);
const tools = {
  fetch,
  clock: { now: () => (now += 1_000) },
  random: () => 0.5,
  events: async () => undefined,
  log: () => undefined,
};

function service(setting: string) {
  const { gateways } = openGateways(setting, definitions, () => tools);
  const sandboxes = gateways.flatMap(({ name, gateway }) => {
    const phone = phoneOf(gateway);
    return phone ? [{ gateway: name, messages: phone.messages, reply: phone.reply }] : [];
  });
  return { gateways, api: apiWith(db, [sandboxMessagesEndpoint({ sandboxes: () => sandboxes, country: "DE" })]) };
}

const sms = (to: string, text: string): OutgoingSms =>
  ({ ref: text, to, text, encoding: "gsm7", segments: 1, flash: false, media: [] }) as unknown as OutgoingSms;

test("the phones of all sandboxes show what they received, newest first", async () => {
  const { api, gateways } = service("roundrobin(sandbox://default?name=a sandbox://default?name=b)");
  await gateways[0]!.gateway.send([sms("+4915112345678", "Your code is 123456")]);
  await gateways[1]!.gateway.send([sms("+4915112345679", "Second")]);
  const { status, body } = await api.call("/sandbox/messages");
  expect(status).toBe(200);
  expect(body.data.items).toEqual([
    expect.objectContaining({ to: "+4915112345679", body: "Second", gateway: "b", from: "Sandbox", media: [] }),
    expect.objectContaining({
      to: "+4915112345678",
      body: "Your code is 123456",
      gateway: "a",
      at: expect.stringMatching(/Z$/),
    }),
  ]);
  const one = await api.call("/sandbox/messages?to=0151 12345678&per_page=1");
  expect(one.body.data.items.map((item: { body: string }) => item.body)).toEqual(["Your code is 123456"]);
  expect((await api.call("/sandbox/messages?to=hello")).status).toBe(400);
  await Promise.all(gateways.map(async ({ gateway }) => gateway.close?.()));
});

test("without a sandbox the route says that there is none", async () => {
  const { api } = service("twilio://ACxxx:token@default?from=%2B15005550006");
  const answer = await api.call("/sandbox/messages");
  expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
});
