import { createHmac } from "node:crypto";

import type { GatewayCase } from "./kit/case.ts";
import { byState, posted, reply, says } from "./kit/says.ts";

const KEY = "can4ry-api-key";
const SECRET = "can4ry-signing-secret";
const path = "/api/v1/gateway/devices/dev1/send-sms";
const request = { method: "POST", path, headers: { "x-api-key": KEY, "content-type": "application/json" } };
const taken = {
  data: { success: true, message: "SMS added to queue for processing", smsBatchId: "batch1", recipientCount: 1 },
};
const yes = {
  reply: says(201, taken),
  outcome: { kind: "accepted", providerIds: ["batch1"] } as const,
  decisive: [["data", "success"]],
};

const event = (webhookEvent: string, more: object = {}, secret = SECRET) => {
  const body = JSON.stringify({
    smsId: "sms1",
    message: "Hello",
    deviceId: "dev1",
    webhookSubscriptionId: "sub1",
    webhookEvent,
    idempotencyKey: "9f2c",
    ...more,
  });
  return posted(body, { "X-Signature": createHmac("sha256", secret).update(body).digest("hex") });
};
const sent = { smsBatchId: "batch1", recipient: "+447400123456", status: "sent" };
const receipt = { providerId: "batch1", phone: "+447400123456" };

export const cases: readonly GatewayCase[] = [
  {
    title: "textbee",
    dsn: (host) => `textbee+http://dev1:${KEY}@${host}?webhook_secret=${SECRET}&timeout=0.4`,
    secrets: [KEY, SECRET],
    sms: { text: "Grüße & 100%" },
    request: { ...request, json: { recipients: ["+447400123456"], message: "Grüße & 100%" } },
    requests: [
      {
        name: "a text in UCS-2",
        sms: { text: "Привет 😀", encoding: "ucs2" },
        request: { ...request, json: { recipients: ["+447400123456"], message: "Привет 😀" } },
      },
    ],
    accepted: yes,
    many: {
      batch: [{ to: "+447400123456" as never }, { to: "+447400123457" as never }],
      request: { ...request, json: { recipients: ["+447400123456", "+447400123457"], message: "Hello" } },
      reply: says(201, { data: { ...taken.data, recipientCount: 2 } }),
      outcomes: [
        { kind: "accepted", providerIds: ["batch1"] },
        { kind: "accepted", providerIds: ["batch1"] },
      ],
    },
    source: "library",
    refusals: {
      account: {
        "a phone that is switched off": says(400, { success: false, error: "Device does not exist or is not enabled" }),
        "the plan's limit": says(429, { message: "limit", hasReachedLimit: true }),
      },
      sender: "The sender is the phone's own number.",
      text: {},
    },
    replies: [
      {
        name: "a server without a queue",
        reply: says(201, { data: { responses: [{ success: true }], successCount: 1, failureCount: 0 } }),
        outcome: { kind: "accepted", providerIds: [] },
      },
      {
        name: "a server without a queue whose push failed in part",
        reply: says(201, { data: { responses: [{ success: false }], successCount: 0, failureCount: 1 } }),
        outcome: { kind: "unknown" },
      },
      {
        name: "a phone that is switched off in the console",
        reply: says(400, { success: false, error: "Device does not exist or is not enabled" }),
        outcome: { kind: "stop", code: "http_400" },
      },
      {
        name: "a push that failed",
        reply: says(400, { success: false, error: "Failed to send SMS", additionalInfo: {} }),
        outcome: { kind: "unknown" },
      },
      {
        name: "a server whose own database failed before it told the phone",
        reply: says(400, { success: false, error: "Failed to create SMS batch", additionalInfo: {} }),
        outcome: { kind: "later", code: "http_400" },
      },
      {
        name: "recipients it does not take",
        reply: says(400, { success: false, error: "Invalid recipients" }),
        outcome: { kind: "rejected", reason: "Invalid recipients" },
      },
      { name: "a wrong key", reply: says(401, { error: "Unauthorized" }), outcome: { kind: "stop" } },
      { name: "an unknown device", reply: says(404, { error: "not found" }), outcome: { kind: "stop" } },
      {
        name: "the limit of the plan",
        reply: says(429, { message: "You have reached your daily limit", hasReachedLimit: true, dailyLimit: 50 }),
        outcome: { kind: "stop", code: "http_429", reason: "You have reached your daily limit" },
      },
      {
        name: "a queue that failed",
        reply: says(500, { success: false, error: "Failed to add SMS to queue" }),
        outcome: { kind: "unknown" },
      },
    ],
    calls: [
      ...byState({ sent: ["MESSAGE_SENT"], delivered: ["MESSAGE_DELIVERED"] }, (word, state) => ({
        name: `a webhook that says ${word}`,
        call: event(word, sent),
        events: { receipts: [{ ...receipt, state }], inbound: [], reply },
      })),
      {
        name: "a webhook that says MESSAGE_FAILED",
        call: event("MESSAGE_FAILED", { ...sent, errorCode: "1", errorMessage: "GENERIC_FAILURE of Hello" }),
        events: {
          receipts: [{ ...receipt, state: "failed", code: "1", detail: "GENERIC_FAILURE of •••" }],
          inbound: [],
          reply,
        },
      },
      {
        name: "a webhook that does not say whose text it was",
        call: event("MESSAGE_SENT", { ...sent, recipient: null }),
        events: { receipts: [], inbound: [], reply },
      },
      {
        name: "a state that textbee does not know",
        call: event("UNKNOWN_STATE", { ...sent, status: "dreamt" }),
        events: { understood: true, receipts: [], inbound: [], reply },
      },
      {
        name: "a state in an event that only says that there is one",
        call: event("UNKNOWN_STATE", sent),
        events: { receipts: [{ ...receipt, state: "sent" }], inbound: [], reply },
      },
      ...byState({ sent: ["sent"], delivered: ["DELIVERED"], failed: ["failed"] }, (status, state) => ({
        name: `a changed state, ${status}`,
        call: event("SMS_STATUS_UPDATED", { ...sent, status }),
        events: { receipts: [{ ...receipt, state }], inbound: [], reply },
      })),
      {
        name: "an event that nobody knows",
        call: event("MESSAGE_DREAMT", sent),
        events: { receipts: [], inbound: [], reply },
      },
      {
        name: "a text from a person",
        call: event("MESSAGE_RECEIVED", {
          sender: "+447400123456",
          message: "Hé 😀",
          receivedAt: "2026-11-20T10:00:00Z",
        }),
        events: {
          receipts: [],
          inbound: [
            { providerId: "sms1", from: "+447400123456", to: "", text: "Hé 😀", media: [], at: "2026-11-20T10:00:00Z" },
          ],
          reply,
        },
      },
      {
        name: "a webhook signed with another secret",
        call: event("MESSAGE_SENT", sent, "guess"),
        events: { forged: true },
      },
      { name: "no signature", call: { ...event("MESSAGE_SENT", sent), headers: {} }, events: { forged: true } },
      {
        name: "a changed body",
        call: { ...event("MESSAGE_SENT", sent), body: event("MESSAGE_FAILED", sent).body },
        events: { forged: true },
      },
    ],
  },
  {
    title: "textbee by a certain SIM, without a signing secret",
    dsn: (host) => `textbee+http://dev1:${KEY}@${host}?sim=3&timeout=0.4`,
    secrets: [KEY],
    request: { ...request, json: { recipients: ["+447400123456"], message: "Hello", simSubscriptionId: 3 } },
    accepted: yes,
    source: "library",
    replies: [],
    calls: [
      {
        name: "a webhook without a signature",
        call: { ...event("MESSAGE_SENT", sent), headers: {} },
        events: { receipts: [{ ...receipt, state: "sent" }] },
      },
    ],
  },
];
