import { createHash } from "node:crypto";

import { webToken } from "../../../support/providers/provider-call.ts";
import type { GatewayCase } from "../kit/case.ts";
import { byState, reply, says } from "../kit/says.ts";

const KEY = "abcd1234";
const SECRET = "can4rySecret";
const SIGNING = "s1gn-can4ry-secret";
const NOW = "2026-11-20T12:00:00Z";
const SECONDS = String(Date.parse(NOW) / 1_000);
const RECEIPTS = "https://sms.example.org/svc/v1/receipts/vonage/abc";
const UUID = "aaaaaaaa-bbbb-cccc-dddd-0123456789ab";
const basic = Buffer.from(`${KEY}:${SECRET}`).toString("base64");

const json = (values: object, headers: Record<string, string> = {}) => ({
  method: "POST",
  url: RECEIPTS,
  query: {},
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(values),
});
const bearer = (body: object, secret = SIGNING, more: object = {}) =>
  json(body, {
    authorization: `Bearer ${webToken(
      {
        iss: "Vonage",
        iat: Number(SECONDS),
        jti: "j1",
        api_key: KEY,
        payload_hash: createHash("sha256").update(JSON.stringify(body)).digest("hex"),
        ...more,
      },
      secret,
    )}`,
  });
const status = (word: string, more: object = {}) => ({
  message_uuid: UUID,
  to: "447400123456",
  from: "447700900001",
  timestamp: NOW,
  status: word,
  channel: "sms",
  client_ref: "ref-1",
  ...more,
});
const problem = (httpStatus: number, type: string, title: string) => ({
  status: httpStatus,
  headers: { "content-type": "application/problem+json" },
  body: JSON.stringify({
    type: `https://developer.nexmo.com/api-errors/messages-olympus#${type}`,
    title,
    detail: "about +447400123456",
    instance: "bf0ca0bf",
  }),
});

/** The second of Vonage's two APIs. */
export const messagesApi: GatewayCase = {
  title: "vonage by the Messages API",
  dsn: (host) =>
    `vonage+http://${KEY}:${SECRET}@${host}?api=messages&from=%2B447700900001&signature_secret=${SIGNING}&timeout=0.4`,
  secrets: [SECRET, SIGNING, basic],
  now: NOW,
  sms: { text: "Привет 😀 & 100%", encoding: "ucs2", validFor: 600, receiptUrl: RECEIPTS },
  request: {
    method: "POST",
    path: "/v1/messages",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
    json: {
      channel: "sms",
      message_type: "text",
      text: "Привет 😀 & 100%",
      to: "447400123456",
      from: "447700900001",
      client_ref: "ref-1",
      webhook_url: RECEIPTS,
      webhook_version: "v1",
      ttl: 600,
    },
  },
  requests: [
    {
      name: "a picture with a caption",
      sms: { text: "Look", media: ["https://example.org/a.jpg?x=1"], validFor: 600 },
      request: {
        method: "POST",
        path: "/v1/messages",
        json: {
          channel: "mms",
          message_type: "image",
          image: { url: "https://example.org/a.jpg?x=1", caption: "Look" },
          to: "447400123456",
          from: "447700900001",
          client_ref: "ref-1",
        },
      },
    },
    {
      name: "a card without a text",
      sms: { text: "", media: ["https://example.org/me.vcf"] },
      request: {
        method: "POST",
        path: "/v1/messages",
        json: {
          channel: "mms",
          message_type: "vcard",
          vcard: { url: "https://example.org/me.vcf" },
          to: "447400123456",
          from: "447700900001",
          client_ref: "ref-1",
        },
      },
    },
  ],
  accepted: {
    reply: says(202, { message_uuid: UUID }),
    outcome: { kind: "accepted", providerIds: [UUID] },
    decisive: [["message_uuid"]],
  },
  source: "specification",
  replies: [
    {
      name: "a parameter that is wrong",
      reply: problem(422, "1150", "Invalid params"),
      outcome: { kind: "rejected", code: "1150", reason: "about …" },
    },
    { name: "no credit", reply: problem(402, "1020", "Low balance"), outcome: { kind: "stop", code: "1020" } },
    { name: "a wrong password", reply: problem(401, "1000", "Unauthorized"), outcome: { kind: "stop" } },
    { name: "too fast", reply: problem(429, "1010", "Rate Limit Hit"), outcome: { kind: "later", throttled: true } },
    { name: "its own 500", reply: problem(500, "1300", "Internal error"), outcome: { kind: "later", code: "1300" } },
  ],
  credit: {
    path: "/account/get-balance",
    reply: says(200, { value: 10.28, autoReload: false }),
    reading: { amount: "10.28", unit: "EUR", currency: "EUR" },
  },
  calls: [
    ...byState(
      { sent: ["submitted"], delivered: ["delivered", "read"], undelivered: ["undeliverable"], failed: ["rejected"] },
      (word, state) => ({
        name: `a status that says ${word}`,
        call: bearer(status(word)),
        events: { receipts: [{ providerId: UUID, ref: "ref-1", phone: "447400123456", state }], inbound: [], reply },
      }),
    ),
    {
      name: "a status with an error",
      call: bearer(status("rejected", { error: { type: "https://x#1000", title: "1000", detail: "no" } })),
      events: { receipts: [{ providerId: UUID, ref: "ref-1", phone: "447400123456", state: "failed", code: "1000" }] },
    },
    {
      name: "an incoming picture",
      call: bearer({
        channel: "mms",
        message_uuid: UUID,
        to: "447700900001",
        from: "447400123456",
        timestamp: NOW,
        message_type: "image",
        image: { url: "https://media.example.org/1.jpg" },
      }),
      events: {
        receipts: [],
        inbound: [
          {
            providerId: UUID,
            from: "+447400123456",
            to: "447700900001",
            text: "",
            media: ["https://media.example.org/1.jpg"],
          },
        ],
      },
    },
    { name: "a status without a token", call: json(status("delivered")), events: { forged: true } },
    {
      name: "a status under another secret",
      call: bearer(status("delivered"), "guess"),
      events: { forged: true },
    },
    {
      name: "a status whose token does not cover its body",
      call: bearer(status("delivered"), SIGNING, { payload_hash: undefined }),
      events: { forged: true },
    },
    {
      name: "a status under the hash of another body",
      call: bearer(status("delivered"), SIGNING, { payload_hash: "00" }),
      events: { forged: true },
    },
    {
      name: "a replayed status",
      call: bearer(status("delivered"), SIGNING, { iat: Number(SECONDS) - 2 * 86_400 }),
      events: { forged: true },
    },
  ],
};
