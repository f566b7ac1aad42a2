import { describe, expect, test } from "vitest";

import type { Uuid } from "#lib/ids";

import type { WebhookEvent } from "./webhook-store.ts";
import { LONGEST_PAYLOAD, webhookIdOf, webhookPayload } from "./payload.ts";
import { webhookTypes } from "./types.ts";

const id = "01970000-0000-7000-8000-000000000001" as Uuid;

function event(kind: string, more: Partial<WebhookEvent> = {}): WebhookEvent {
  return {
    id: 7,
    at: new Date("2026-11-20T10:00:00.123Z"),
    kind,
    messageId: null,
    category: null,
    phone: null,
    data: {},
    ...more,
  };
}

const payload = (from: WebhookEvent) => JSON.parse(webhookPayload(from));

test.each(webhookTypes)("%s has type, timestamp and data even if the event has no data", (type) => {
  expect(payload(event(type))).toMatchObject({ type, timestamp: "2026-11-20T10:00:00.123Z", data: expect.any(Object) });
});

test("a delivery is described in the API's terms", () => {
  const data = {
    id: 12,
    state: "undelivered",
    gateway: "main",
    segments: 2,
    error: "absent",
    response: "no such",
    channel: "rcs",
  };
  const from = event("message.failed", { messageId: id, category: "marketing", phone: "+4915112345678", data });
  expect(payload(from)).toEqual({
    type: "message.failed",
    timestamp: "2026-11-20T10:00:00.123Z",
    data: {
      message_id: `msg_${id}`,
      outbox_id: 12,
      recipient: "+4915112345678",
      state: "undelivered",
      gateway: "main",
      segments: 2,
      channel: "rcs",
      error: "absent",
      response: "no such",
    },
  });
});

test("an unknown delivery of a stopped worker has its state and reason", () => {
  const data = { gateway: "main", reason: "worker_stopped" };
  const from = event("message.unknown", { messageId: id, category: "marketing", data });
  expect(payload(from).data).toMatchObject({ state: "unknown", error: "worker_stopped" });
});

test("new_sms has the gateway's response beside data, as WP SMS does", () => {
  const data = { sender: "Shop", category: "marketing", recipients: 3, message: "Sale", media: [], response: "id=1" };
  expect(payload(event("new_sms", { messageId: id, category: "marketing", data }))).toMatchObject({
    api_response: "id=1",
    data: { message_id: `msg_${id}`, sender: "Shop", recipients: 3, message: "Sale", media: [] },
  });
});

test("new_subscriber and new_incoming_sms have WP SMS's fields, whichever spelling the event has", () => {
  const groups = [{ id: 1, name: "News", state: "active" }];
  const camel = { subscriberId: 4, name: "Ada", groups, customFields: { City: "Bonn" } };
  const snake = { subscriber_id: 4, name: "Ada", groups, custom_fields: { City: "Bonn" } };
  for (const data of [camel, snake]) {
    expect(payload(event("new_subscriber", { phone: "+491", data }))).toMatchObject({
      name: "Ada",
      mobile: "+491",
      data: { subscriber_id: 4, name: "Ada", mobile: "+491", groups, custom_fields: { City: "Bonn" } },
    });
  }
  const data = { id: 1, gateway: "main", body: "STOP", recipient: "4242", keyword: "STOP" };
  expect(payload(event("new_incoming_sms", { phone: "+491", data }))).toMatchObject({
    sender_number: "+491",
    gateway: "main",
    text: "STOP",
    command_name: "STOP",
    data: { sender: "+491", recipient: "4242", text: "STOP" },
  });
});

describe("a one-time password", () => {
  const data = {
    message: "Code 424242",
    response: "echo 424242",
    code: "424242",
    activation: "424242",
    media: ["424242"],
  };

  test.each(webhookTypes.filter((type) => /^message|new_sms/.test(type)))("%s reveals nothing of its text", (type) => {
    expect(webhookPayload(event(type, { messageId: id, category: "otp", data }))).not.toContain("424242");
  });

  test("a deleted message is treated as one", () => {
    expect(webhookPayload(event("new_sms", { messageId: id, category: null, data }))).not.toContain("424242");
  });

  test("a field that is not listed is never sent", () => {
    const secrets = { code: "424242", activation: "424242", codeHash: "424242" };
    for (const type of webhookTypes) {
      expect(webhookPayload(event(type, { category: "marketing", messageId: id, data: secrets }))).not.toContain(
        "424242",
      );
    }
  });
});

test("a payload stays under 20 kB and names what was left out", () => {
  const customFields = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, "ä".repeat(1_000)]));
  const from = event("new_subscriber", { phone: "+491", data: { id: 1, name: "Ada", customFields } });
  expect(Buffer.byteLength(webhookPayload(from))).toBeLessThanOrEqual(LONGEST_PAYLOAD);
  expect(payload(from)).toMatchObject({
    name: "Ada",
    data: { subscriber_id: 1, name: "Ada", omitted: ["custom_fields"] },
  });
});

test("an endless inbound text is cut without breaking a character", () => {
  const text = "x" + "😀".repeat(50_000);
  const body = webhookPayload(event("new_incoming_sms", { phone: "+491", data: { text } }));
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(LONGEST_PAYLOAD);
  expect(JSON.parse(body).text.isWellFormed()).toBe(true);
  const control = webhookPayload(
    event("new_incoming_sms", { data: { text: "\u0001".repeat(50_000), gateway: "\u0001".repeat(5_000) } }),
  );
  expect(() => JSON.parse(control)).not.toThrow();
});

test("ids reused by a restored backup are distinguished by their time", () => {
  const one = webhookIdOf(event("new_sms"));
  expect(webhookIdOf(event("new_sms"))).toBe(one);
  expect(webhookIdOf(event("new_sms", { at: new Date("2026-11-20T10:00:00.124Z") }))).not.toBe(one);
  expect(one).toMatch(/^evt_[0-9a-z]+_7$/);
});
