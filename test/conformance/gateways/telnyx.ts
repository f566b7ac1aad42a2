import { generateKeyPairSync, sign } from "node:crypto";

import type { GatewayCase } from "./kit/case.ts";
import { reply, says } from "./kit/says.ts";

const KEY = "KEY0123can4ry_s3cret";
const ID = "40385f64-5717-4562-b3fc-2c963f66afa6";
const RECEIPTS = "https://sms.example.org/svc/v1/receipts/telnyx/abc";
const NOW = "2026-11-20T12:00:00Z";
const SECONDS = Date.parse(NOW) / 1_000;
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");

const message = (more: object = {}) => ({
  record_type: "message",
  direction: "outbound",
  id: ID,
  type: "SMS",
  to: [{ phone_number: "+447400123456", status: "queued", carrier: "EE", line_type: "Wireless" }],
  parts: 2,
  encoding: "UCS-2",
  cost: null,
  errors: [],
  ...more,
});
const taken = (more: object = {}) => says(200, { data: message(more) });
const error = (status: number, code: string, detail: string) =>
  says(status, { errors: [{ code, title: "Refused", detail, source: { pointer: "/to" }, meta: {} }] });

const event = (type: string, payload: object) => ({
  data: { event_type: type, id: "e1", occurred_at: NOW, payload, record_type: "event" },
  meta: { attempt: 1, delivered_to: RECEIPTS },
});
const call = (body: object, at = SECONDS, signedBody: object = body) => ({
  method: "POST",
  url: `${RECEIPTS}?ref=ref-1`,
  query: { ref: "ref-1" },
  headers: {
    "content-type": "application/json",
    "telnyx-timestamp": String(at),
    "telnyx-signature-ed25519": sign(null, Buffer.from(`${at}|${JSON.stringify(signedBody)}`), privateKey).toString(
      "base64",
    ),
  },
  body: JSON.stringify(body),
});
const receipt = (status: string, type = "message.finalized", errors: object[] = []) =>
  event(type, message({ to: [{ phone_number: "+447400123456", status }], errors }));
const read = { providerId: ID, ref: "ref-1", phone: "+447400123456" };
const incoming = event("message.received", {
  record_type: "message",
  direction: "inbound",
  id: "7ee4241c-f127-47e5-9c34-3aac291f8058",
  type: "MMS",
  from: { phone_number: "+447400123456", carrier: "EE" },
  to: [{ phone_number: "+12025550123", status: "webhook_delivered" }],
  text: "Hé 😀",
  received_at: NOW,
  media: [{ url: "https://media.telnyx.com/a.png", content_type: "image/png", sha256: "x", size: 1 }],
});

export const cases: readonly GatewayCase[] = [
  {
    title: "telnyx",
    dsn: (host) => `telnyx+http://${KEY}@${host}?from=%2B12025550123&public_key=${raw}&timeout=0.4`,
    secrets: [KEY],
    now: NOW,
    sms: { text: "Привет 😀 & 100%", encoding: "ucs2", validFor: 600, receiptUrl: RECEIPTS },
    request: {
      method: "POST",
      path: "/v2/messages",
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
      json: {
        to: "+447400123456",
        from: "+12025550123",
        text: "Привет 😀 & 100%",
        type: "SMS",
        webhook_url: `${RECEIPTS}?ref=ref-1`,
      },
    },
    requests: [
      {
        name: "pictures without a text, from a sender of its own",
        sms: { text: "", media: ["https://example.org/a.png", "https://example.org/b.png"], from: "+12025550199" },
        request: {
          method: "POST",
          path: "/v2/messages",
          json: {
            to: "+447400123456",
            from: "+12025550199",
            media_urls: ["https://example.org/a.png", "https://example.org/b.png"],
            type: "MMS",
          },
        },
      },
    ],
    accepted: {
      reply: taken(),
      outcome: { kind: "accepted", providerIds: [ID], segments: 2, response: "queued" },
      decisive: [["data"], ["data", "id"]],
    },
    source: "documentation",
    refusals: {
      account: {
        "a wrong key": error(401, "10009", "Authentication failed"),
        "no credit": error(403, "20100", "Insufficient Funds"),
        "a profile that is switched off": error(400, "40312", "Messaging profile is disabled"),
        "messaging switched off": error(400, "40314", "Messaging disabled on account"),
      },
      sender: {
        "40013, a carrier that refuses it": error(400, "40013", "Invalid messaging source number"),
        "40100, not enabled for messages": error(400, "40100", "Number not messaging enabled"),
        "40305, not of the profile": error(400, "40305", "Invalid 'from' address"),
        "40307, another than the profile's": error(400, "40307", "Alpha sender mismatch"),
        "40315, in bad health": error(400, "40315", "Unhealthy 'from' address"),
        "40320, not usable yet": error(400, "40320", "Temporarily unusable 'from' address"),
        "40321, a pool without numbers": error(400, "40321", "No usable numbers on messaging profile"),
        "40329, not verified": error(400, "40329", "Toll-free number not yet verified"),
      },
      text: {
        "a number that is none": error(400, "40310", "Invalid 'to' address"),
        "a country that is not allowed": error(400, "40309", "Invalid destination region"),
        content: error(400, "40322", "Blocked due to content"),
        // Seen when a North American number sends abroad: messages to another country must not stop it.
        "a number that cannot send there": error(409, "40306", "Alpha sender not configured"),
      },
      later: { "a full queue": error(429, "40318", "Message queue full") },
    },
    replies: [
      {
        name: "failed immediately",
        reply: taken({ to: [{ phone_number: "+447400123456", status: "sending_failed" }], errors: [{ code: 40008 }] }),
        outcome: { kind: "rejected", code: "40008" },
      },
      { name: "an id of another kind", reply: taken({ id: "7" }), outcome: { kind: "unknown" } },
      ...["40001", "40003", "40008", "40009"].map((code) => ({
        name: `permanent error ${code}`,
        reply: error(400, code, "The 'to' address +447400123456 is not routable"),
        outcome: { kind: "rejected", code, reason: "The 'to' address … is not routable" } as const,
      })),
      {
        name: "a person who said STOP",
        reply: error(409, "40300", "Messages cannot be sent due to an existing block rule."),
        outcome: { kind: "rejected", code: "40300", optedOut: true },
      },
      {
        name: "an address that is none",
        source: "RFC 9110",
        reply: error(400, "40310", "Invalid 'to' address"),
        outcome: { kind: "rejected", code: "40310" },
      },
      { name: "a number in another form", reply: error(422, "10016", "E.164"), outcome: { kind: "rejected" } },
      { name: "a wrong key", reply: error(401, "10009", "no"), outcome: { kind: "stop", code: "10009" } },
      { name: "no permission", reply: error(403, "10010", "no"), outcome: { kind: "stop", code: "10010" } },
      {
        name: "too many requests",
        reply: { ...error(429, "10011", "slow"), headers: { "retry-after": "3" } },
        outcome: { kind: "later", code: "10011", throttled: true, afterMs: 3_000 },
      },
      ...["40011", "40318"].map((code) => ({
        name: `throttled by ${code}`,
        reply: error(400, code, "full"),
        outcome: { kind: "later", code, throttled: true } as const,
      })),
      ...["40002", "40006"].map((code) => ({
        name: `passing error ${code}`,
        reply: error(400, code, "later"),
        outcome: { kind: "later", code } as const,
      })),
      { name: "its own 500", reply: error(500, "10007", "oops"), outcome: { kind: "later", code: "10007" } },
    ],
    credit: {
      path: "/v2/balance",
      reply: says(200, {
        data: { record_type: "balance", balance: "300.00", available_credit: "400.00", currency: "USD" },
      }),
      reading: { amount: "300.00", unit: "USD", currency: "USD" },
    },
    calls: [
      ...(
        [
          ["sent", "sent", "message.sent"],
          ["delivered", "delivered", "message.finalized"],
          ["delivery_unconfirmed", "sent", "message.finalized"],
          ["delivery_failed", "undelivered", "message.finalized"],
          ["expired", "undelivered", "message.finalized"],
          ["sending_failed", "failed", "message.finalized"],
        ] as const
      ).map(([word, state, type]) => ({
        name: `an event that says ${word}`,
        call: call(receipt(word, type)),
        events: { receipts: [{ ...read, state }], inbound: [], reply },
      })),
      {
        name: "an event with an error",
        call: call(receipt("delivery_failed", "message.finalized", [{ code: "40001", title: "Not routable" }])),
        events: { receipts: [{ ...read, state: "undelivered", code: "40001" }] },
      },
      ...["queued", "sending", "constructor"].map((word) => ({
        name: `an event that says ${word}`,
        call: call(receipt(word, "message.sent")),
        events: { receipts: [], inbound: [], reply, ...(word !== "constructor" && { understood: true as const }) },
      })),
      {
        name: "an incoming text with media",
        call: call(incoming),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "7ee4241c-f127-47e5-9c34-3aac291f8058",
              from: "+447400123456",
              to: "+12025550123",
              text: "Hé 😀",
              media: ["https://media.telnyx.com/a.png"],
              at: NOW,
            },
          ],
          reply,
        },
      },
      { name: "an unsigned event", call: { ...call(receipt("delivered")), headers: {} }, events: { forged: true } },
      {
        name: "a changed event",
        call: call(receipt("delivery_failed"), SECONDS, receipt("delivered")),
        events: { forged: true },
      },
      { name: "a replayed event", call: call(receipt("delivered"), SECONDS - 600), events: { forged: true } },
    ],
  },
  {
    title: "telnyx with a number pool",
    dsn: (host) => `telnyx+http://${KEY}@${host}?profile=abc85f64-5717-4562-b3fc-2c9600000000&timeout=0.4`,
    secrets: [KEY],
    request: {
      method: "POST",
      path: "/v2/messages",
      json: {
        to: "+447400123456",
        messaging_profile_id: "abc85f64-5717-4562-b3fc-2c9600000000",
        text: "Hello",
        type: "SMS",
      },
    },
    accepted: {
      reply: taken({ parts: 1 }),
      outcome: { kind: "accepted", providerIds: [ID], segments: 1, response: "queued" },
    },
    source: "documentation",
    replies: [],
    calls: [
      {
        name: "an event that nobody can check",
        call: { ...call(receipt("delivered")), headers: {} },
        events: { receipts: [{ ...read, state: "delivered" }] },
      },
    ],
  },
];
