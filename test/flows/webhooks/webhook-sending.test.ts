import { expect, test } from "vitest";

import { contentOf } from "#domain/messages/content";

import { startEngine, textTo } from "../../support/engine/engine.ts";
import { subscribed, webhookFixture } from "../../support/webhooks/webhook-fixture.ts";
import { verified } from "../../support/webhooks/webhooks.ts";

const fixture = webhookFixture();

const PERSONS = ["+4915112345671", "+4915112345672", "+4915112345673"];

test("a message is reported once as new_sms and once per recipient as message.sent and message.delivered", async () => {
  const receiver = await fixture.hear();
  const { secret } = await fixture.hook(receiver.url, ["new_sms", "message.sent", "message.delivered"]);
  const { engine, messages } = await startEngine(fixture.db(), "sandbox://default");
  fixture.service().start();
  try {
    await messages.accept(textTo(PERSONS, { content: contentOf({ text: "Sale today" }) }));
    await receiver.received(7);
    const payloads = receiver.calls.map((call) => verified(secret, call));
    const of = (type: string) => payloads.filter((payload) => payload["type"] === type);
    expect(of("new_sms").map((payload) => payload.data)).toMatchObject([{ message: "Sale today", recipients: 3 }]);
    for (const type of ["message.sent", "message.delivered"]) {
      const reported = of(type).map((payload) => payload.data["recipient"]);
      expect(reported.map(String).toSorted()).toEqual(PERSONS);
    }
    expect(new Set(payloads.map((payload) => payload.data["message_id"])).size).toBe(1);
  } finally {
    await engine.stop();
  }
});

test("a one-time password is reported without its body", async () => {
  const receiver = await fixture.hear();
  await fixture.hook(receiver.url, ["new_sms", "message.sent"]);
  const { engine, messages } = await startEngine(fixture.db(), "sandbox://default");
  fixture.service().start();
  try {
    await messages.accept(
      textTo([PERSONS[0]!], { category: "otp", content: contentOf({ text: "Your code is 424242" }) }),
    );
    await receiver.received(2);
    expect(receiver.calls.map((call) => call.body).join()).not.toContain("424242");
  } finally {
    await engine.stop();
  }
});

test("a refused number is reported as message.failed with its reason", async () => {
  const receiver = await fixture.hear();
  const { secret } = await fixture.hook(receiver.url, ["message.failed"]);
  const { engine, messages } = await startEngine(fixture.db(), "sandbox://default");
  fixture.service().start();
  try {
    await messages.accept(textTo(["+15005550001"]));
    await receiver.received(1);
    const { data } = verified(secret, receiver.calls[0]!);
    expect(data).toMatchObject({ recipient: "+15005550001", state: "failed", error: expect.any(String) });
  } finally {
    await engine.stop();
  }
});

test("while a campaign's endpoint hangs, sending continues and a healthy endpoint receives everything", async () => {
  const stuck = await fixture.hear(() => undefined);
  const healthy = await fixture.hear();
  await fixture.hook(stuck.url, ["message.sent"]);
  await fixture.hook(healthy.url, ["message.sent", "new_subscriber"]);
  const { engine, messages } = await startEngine(fixture.db(), "sandbox://default");
  fixture.service().start();
  try {
    await messages.accept(textTo(PERSONS));
    await fixture.happen(subscribed());
    await healthy.received(4);
    expect(stuck.calls.length).toBeLessThanOrEqual(3);
  } finally {
    await engine.stop();
  }
});
