import { createHmac } from "node:crypto";

import type { GatewayCase } from "./kit/case.ts";
import { byState, says } from "./kit/says.ts";

const ID = "MAXXXXXXXXXXXXXXXXXX";
const TOKEN = "can4ry-t0ken";
const UUID = "db3ce55a-7f1d-11e1-8ea7-1231380bc196";
const RECEIPTS = "https://sms.example.org/svc/v1/receipts/plivo/abc";
const WITH_REF = `${RECEIPTS}?ref=ref-1`;
const PATH = `/v1/Account/${ID}/Message/`;
const basic = Buffer.from(`${ID}:${TOKEN}`).toString("base64");

const error = (status: number, words: string) =>
  says(status, { api_id: "97ceeb52-58b6-11e1-86da-77300b68f8bb", error: words });
const queued = (more: object = {}) =>
  says(202, { api_id: "db342550", message: "message(s) queued", message_uuid: [UUID], ...more });

const hmac = (text: string, token: string): string => createHmac("sha256", token).update(text).digest("base64");
/** A call with both versions of the signature, as Plivo sends them. */
function call(fields: Record<string, string>, url = WITH_REF, token = TOKEN) {
  const text = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join("");
  const [base = "", query = ""] = url.split("?");
  return {
    method: "POST",
    url,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "X-Plivo-Signature-V3": hmac(`${base}?${query}${query === "" ? "" : "."}${text}.0542`, token),
      "X-Plivo-Signature-V3-Nonce": "0542",
      "X-Plivo-Signature-V2": hmac(`${base}0542`, token),
      "X-Plivo-Signature-V2-Nonce": "0542",
    },
    body: new URLSearchParams(fields).toString(),
  };
}
const second = (given: ReturnType<typeof call>) => ({
  ...given,
  headers: Object.fromEntries(Object.entries(given.headers).filter(([name]) => !name.includes("V3"))),
});
const receipt = (status: string, more: Record<string, string> = {}) => ({
  MessageUUID: UUID,
  From: "12025550123",
  To: "447400123456",
  Type: "sms",
  Status: status,
  Units: "1",
  Sequence: "2",
  ErrorCode: "000",
  ...more,
});
const read = { providerId: UUID, ref: "ref-1", phone: "447400123456" };
const reply = { status: 200, body: "<Response/>", contentType: "text/xml" };
const incoming = {
  MessageUUID: UUID,
  From: "447400123456",
  To: "12025550123",
  Type: "mms",
  Text: "Hé 😀",
  Media0: "https://media.plivo.com/a",
  Media1: "https://media.plivo.com/b",
};

export const cases: readonly GatewayCase[] = [
  {
    title: "plivo",
    dsn: (host) => `plivo+http://${ID}:${TOKEN}@${host}?from=%2B12025550123&timeout=0.4`,
    secrets: [TOKEN, basic],
    sms: { text: "Привет 😀 & 100%", encoding: "ucs2", validFor: 600, receiptUrl: RECEIPTS },
    request: {
      method: "POST",
      path: PATH,
      headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
      json: {
        src: "12025550123",
        dst: "447400123456",
        text: "Привет 😀 & 100%",
        type: "sms",
        url: WITH_REF,
        method: "POST",
        message_expiry: 600,
      },
    },
    requests: [
      {
        name: "pictures with a text",
        sms: { media: ["https://example.org/a.png", "https://example.org/b.png"], validFor: 999_999 },
        request: {
          method: "POST",
          path: PATH,
          json: {
            src: "12025550123",
            dst: "447400123456",
            text: "Hello",
            type: "mms",
            media_urls: ["https://example.org/a.png", "https://example.org/b.png"],
            message_expiry: 10_800,
          },
        },
      },
      {
        name: "a picture from a sender of its own",
        sms: { text: "", media: ["https://example.org/a.png"], from: "ACME" },
        request: {
          method: "POST",
          path: PATH,
          json: { src: "ACME", dst: "447400123456", type: "mms", media_urls: ["https://example.org/a.png"] },
        },
      },
    ],
    accepted: {
      reply: queued(),
      outcome: { kind: "accepted", providerIds: [UUID], response: "message(s) queued" },
      decisive: [["message_uuid"], ["message_uuid", 0]],
    },
    source: "library",
    sign: (changed) =>
      changed.method === "GET" ? changed : call(Object.fromEntries(new URLSearchParams(changed.body))),
    refusals: {
      account: {
        "no credit": error(402, "insufficient credit"),
        "a wrong key": error(401, "Authentication credentials invalid"),
      },
      sender: "Its errors are words in no list.",
      text: {
        "a bad request": error(400, "dst parameter not valid"),
        "a number that is none": queued({ message_uuid: [], invalid_number: ["447400123456"] }),
      },
    },
    replies: [
      {
        name: "an invalid number inside a 202",
        reply: queued({ message_uuid: [], invalid_number: ["447400123456"] }),
        outcome: { kind: "rejected", code: "invalid_number" },
      },
      { name: "an id of another kind", reply: queued({ message_uuid: ["7"] }), outcome: { kind: "unknown" } },
      { name: "a 202 without an id", reply: queued({ message_uuid: [] }), outcome: { kind: "unknown" } },
      {
        name: "a parameter that is wrong",
        reply: error(400, "dst +447400123456 is not valid"),
        outcome: { kind: "rejected", code: "http_400", reason: "dst … is not valid" },
      },
      { name: "wrong credentials", reply: error(401, "no"), outcome: { kind: "stop", code: "http_401" } },
      { name: "no credit", reply: error(402, "no"), outcome: { kind: "stop", code: "http_402" } },
      { name: "another resource", reply: error(404, "not found"), outcome: { kind: "stop" } },
      { name: "another method", reply: error(405, "no"), outcome: { kind: "stop" } },
      { name: "too fast", reply: error(429, "slow down"), outcome: { kind: "later", throttled: true } },
      { name: "its own 500", reply: error(500, "internal"), outcome: { kind: "later", code: "http_500" } },
      { name: "its own 503", reply: error(503, "busy"), outcome: { kind: "later", code: "http_503" } },
    ],
    credit: {
      path: `/v1/Account/${ID}/`,
      reply: says(200, { api_id: "x", cash_credits: "19.50000", name: "Acme" }),
      reading: { amount: "19.50000", unit: "credits", currency: null },
    },
    calls: [
      ...byState(
        {
          sent: ["sent"],
          delivered: ["delivered", "read"],
          undelivered: ["undelivered"],
          failed: ["failed", "rejected"],
        },
        (word, state) => ({
          name: `a receipt that says ${word}`,
          call: call(receipt(word)),
          events: { receipts: [{ ...read, state }], inbound: [], reply },
        }),
      ),
      {
        name: "a receipt with an error",
        call: call(receipt("undelivered", { ErrorCode: "20" })),
        events: { receipts: [{ ...read, state: "undelivered", code: "20" }] },
      },
      {
        name: "a text that failed, for the person said STOP to Plivo",
        call: call(receipt("failed", { ErrorCode: "200" })),
        events: { receipts: [{ ...read, state: "failed", code: "200" }], optOuts: ["+447400123456"] },
      },
      ...["queued", "brand_new", "constructor"].map((word) => ({
        name: `a callback that says ${word}`,
        call: call(receipt(word)),
        events: {
          receipts: [],
          inbound: [],
          reply,
          ...(word !== "brand_new" && word !== "constructor" && { understood: true as const }),
        },
      })),
      {
        name: "a receipt with a version 2 signature alone",
        call: second(call(receipt("delivered"))),
        events: { receipts: [{ ...read, state: "delivered" }] },
      },
      {
        name: "an incoming text with media",
        call: call(incoming, RECEIPTS),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: UUID,
              from: "+447400123456",
              to: "12025550123",
              text: "Hé 😀",
              media: ["https://media.plivo.com/a", "https://media.plivo.com/b"],
            },
          ],
          reply,
        },
      },
      {
        name: "a receipt signed by another token",
        call: call(receipt("delivered"), WITH_REF, "guess"),
        events: { forged: true },
      },
      {
        name: "a version 2 signature by another token",
        call: second(call(receipt("delivered"), WITH_REF, "guess")),
        events: { forged: true },
      },
      {
        name: "a changed body",
        call: { ...call(receipt("delivered")), body: new URLSearchParams(receipt("failed")).toString() },
        events: { forged: true },
      },
      {
        name: "another address",
        call: { ...call(receipt("delivered")), url: `${RECEIPTS}?ref=ref-2` },
        events: { forged: true },
      },
      { name: "no signature", call: { ...call(receipt("delivered")), headers: {} }, events: { forged: true } },
    ],
  },
  {
    title: "plivo that must sign its bodies",
    dsn: (host) => `plivo+http://${ID}:${TOKEN}@${host}?from=%2B12025550123&signature=v3&timeout=0.4`,
    secrets: [TOKEN, basic],
    request: {
      method: "POST",
      path: PATH,
      json: { src: "12025550123", dst: "447400123456", text: "Hello", type: "sms" },
    },
    accepted: {
      reply: queued(),
      outcome: { kind: "accepted", providerIds: [UUID], response: "message(s) queued" },
    },
    source: "library",
    replies: [],
    calls: [
      {
        name: "a receipt with both versions",
        call: call(receipt("delivered")),
        events: { receipts: [{ ...read, state: "delivered" }] },
      },
      {
        name: "a receipt with a version 2 signature alone",
        call: second(call(receipt("delivered"))),
        events: { forged: true },
      },
    ],
  },
  {
    title: "plivo with a powerpack",
    dsn: (host) => `plivo+http://${ID}:${TOKEN}@${host}?powerpack=p0wer&timeout=0.4`,
    secrets: [TOKEN, basic],
    request: {
      method: "POST",
      path: PATH,
      json: { powerpack_uuid: "p0wer", dst: "447400123456", text: "Hello", type: "sms" },
    },
    accepted: {
      reply: queued(),
      outcome: { kind: "accepted", providerIds: [UUID], response: "message(s) queued" },
    },
    source: "library",
    replies: [],
  },
];
