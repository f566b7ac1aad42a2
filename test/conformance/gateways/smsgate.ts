import { createHmac } from "node:crypto";

import type { GatewayCase } from "./kit/case.ts";
import { posted, reply, says } from "./kit/says.ts";

const PASSWORD = "can4ry-password";
const KEY = "can4ry-key";
const NOW = 1_795_000_000;
const path = "/3rdparty/v1/messages";
const authorization = `Basic ${Buffer.from(`user:${PASSWORD}`).toString("base64")}`;
const request = { method: "POST", path, headers: { authorization, "content-type": "application/json" } };
const base = { id: "ref-1", phoneNumbers: ["+447400123456"], withDeliveryReport: true };
const taken = {
  id: "ref-1",
  deviceId: "PyDmBQZZXYmyxMwED8Fzy",
  state: "Pending",
  recipients: [{ phoneNumber: "+447400123456", state: "Pending", error: null }],
  isHashed: false,
  isEncrypted: false,
};
const error = (status: number, message: string) => says(status, { message });
const yes = {
  reply: says(202, taken),
  outcome: { kind: "accepted", providerIds: ["ref-1"], response: "Pending" } as const,
  decisive: [["state"]],
};

const event = (name: string, payload: object, { key = KEY, at = NOW } = {}) => {
  const body = JSON.stringify({ deviceId: "d1", event: name, id: "event-1", webhookId: "w1", payload });
  return posted(body, {
    "X-Timestamp": String(at),
    "X-Signature": createHmac("sha256", key).update(`${body}${at}`).digest("hex"),
  });
};
const about = {
  messageId: "ref-1",
  sender: null,
  recipient: "+447400123456",
  phoneNumber: "+447400123456",
  simNumber: 1,
};
const receipt = { providerId: "ref-1", ref: "ref-1", phone: "+447400123456" };
const received = {
  messageId: "abc123",
  message: "Hé 😀",
  sender: "+447400123456",
  recipient: "+447400000001",
  simNumber: 1,
  receivedAt: "2026-11-20T10:00:00.000+00:00",
};

export const cases: readonly GatewayCase[] = [
  {
    title: "smsgate by any of several phones",
    dsn: (host) => `smsgate+http://user:${PASSWORD}@${host}?timeout=0.4`,
    secrets: [PASSWORD],
    request: { ...request, json: { ...base, textMessage: { text: "Hello" } } },
    accepted: yes,
    source: "specification",
    replies: [
      {
        name: "a failure of its own, after which another phone might be chosen",
        reply: error(500, "failed to handle request"),
        outcome: { kind: "unknown" },
      },
    ],
  },
  {
    title: "smsgate",
    dsn: (host) =>
      `smsgate+http://user:${PASSWORD}@${host}?signing_key=${KEY}&device=PyDmBQZZXYmyxMwED8Fzy&sim=2&timeout=0.4`,
    secrets: [PASSWORD, KEY, authorization.slice(6)],
    now: new Date(NOW * 1_000).toISOString(),
    sms: { text: "Grüße & 100%", validFor: 600 },
    request: {
      ...request,
      json: {
        ...base,
        textMessage: { text: "Grüße & 100%" },
        deviceId: "PyDmBQZZXYmyxMwED8Fzy",
        simNumber: 2,
        ttl: 600,
      },
    },
    accepted: yes,
    source: "specification",
    refusals: {
      account: { "no phone": error(400, "failed to select device: no devices found") },
      sender: "The sender is the phone's own number.",
      text: { "failed immediately": says(202, { ...taken, state: "Failed" }) },
    },
    replies: [
      {
        name: "an id that was taken before",
        reply: error(409, "message with the same ID already exists"),
        outcome: { kind: "accepted", providerIds: ["ref-1"] },
      },
      { name: "a 409 of somebody else", source: "RFC 9110", reply: { status: 409 }, outcome: { kind: "rejected" } },
      {
        name: "failed immediately",
        reply: says(202, {
          ...taken,
          state: "Failed",
          recipients: [{ state: "Failed", error: "no SIM for +447400123456" }],
        }),
        outcome: { kind: "rejected", code: "Failed", reason: "no SIM for …" },
      },
      {
        name: "a state it does not know",
        reply: says(202, { ...taken, state: "Dreamt" }),
        outcome: { kind: "unknown" },
      },
      {
        name: "a number it does not take",
        reply: error(400, "failed to validate phone +447400123456"),
        outcome: { kind: "rejected", code: "http_400", reason: "failed to validate phone …" },
      },
      {
        name: "no phone",
        source: "library",
        reply: error(400, "failed to select device: record not found"),
        outcome: { kind: "stop", code: "http_400" },
      },
      { name: "a wrong password", reply: error(401, "Unauthorized"), outcome: { kind: "stop" } },
      { name: "a right that is missing", reply: error(403, "Forbidden"), outcome: { kind: "stop" } },
      { name: "a failure of its own", reply: error(500, "failed to handle request"), outcome: { kind: "later" } },
      {
        name: "a full queue",
        reply: error(503, "queue limits exceeded"),
        outcome: { kind: "later", code: "http_503" },
      },
    ],
    calls: [
      ...(
        [
          ["sms:sent", "sent", {}],
          ["sms:delivered", "delivered", {}],
          ["sms:failed", "failed", { reason: "RESULT_ERROR_GENERIC_FAILURE" }],
          ["sms:cancelled", "failed", {}],
        ] as const
      ).map(([name, state, more]) => ({
        name: `a webhook that says ${name}`,
        call: event(name, { ...about, ...more }),
        events: {
          receipts: [{ ...receipt, state, ...("reason" in more && { detail: more.reason }) }],
          inbound: [],
          reply,
        },
      })),
      {
        name: "a webhook of an older app",
        call: event("sms:sent", { messageId: "ref-1", phoneNumber: "+447400123456", simNumber: null }),
        events: { receipts: [{ ...receipt, state: "sent" }], inbound: [], reply },
      },
      {
        name: "a ping",
        call: event("system:ping", { health: {} }),
        events: { understood: true, receipts: [], inbound: [], reply },
      },
      {
        name: "a text from a person",
        call: event("sms:received", received),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "event-1",
              from: "+447400123456",
              to: "+447400000001",
              text: "Hé 😀",
              media: [],
              at: received.receivedAt,
            },
          ],
          reply,
        },
      },
      {
        name: "an MMS from a person",
        call: event("mms:downloaded", { ...received, message: undefined, body: "see", attachments: [{ partId: 1 }] }),
        events: {
          receipts: [],
          inbound: [{ providerId: "event-1", from: "+447400123456", to: "+447400000001", text: "see", media: [] }],
          reply,
        },
      },
      {
        name: "a webhook at the edge of its time",
        call: event("sms:sent", about, { at: NOW - 300 }),
        events: { receipts: [{ ...receipt, state: "sent" }] },
      },
      { name: "an old webhook, replayed", call: event("sms:sent", about, { at: NOW - 301 }), events: { forged: true } },
      { name: "a webhook of the future", call: event("sms:sent", about, { at: NOW + 301 }), events: { forged: true } },
      {
        name: "an old signature with a new time",
        call: {
          ...event("sms:sent", about, { at: NOW - 301 }),
          headers: { ...event("sms:sent", about, { at: NOW - 301 }).headers, "X-Timestamp": String(NOW) },
        },
        events: { forged: true },
      },
      {
        name: "a webhook signed with another key",
        call: event("sms:sent", about, { key: "x" }),
        events: { forged: true },
      },
      { name: "no signature", call: { ...event("sms:sent", about), headers: {} }, events: { forged: true } },
      { name: "a changed body", call: { ...event("sms:sent", about), body: "{}" }, events: { forged: true } },
    ],
  },
  {
    title: "smsgate at a phone's own address",
    dsn: (host) => `smsgate+http://user:${PASSWORD}@${host}/message?timeout=0.4`,
    secrets: [PASSWORD],
    sms: { text: "Привет 😀", encoding: "ucs2" },
    request: { ...request, path: "/message", json: { ...base, textMessage: { text: "Привет 😀" } } },
    accepted: yes,
    source: "specification",
    replies: [
      { name: "a failure of its own", reply: error(500, "failed to handle request"), outcome: { kind: "later" } },
    ],
    calls: [
      {
        name: "a webhook without a signature",
        call: { ...event("sms:sent", about), headers: {} },
        events: { receipts: [{ ...receipt, state: "sent" }] },
      },
    ],
  },
];
