import { createHmac } from "node:crypto";

import type { GatewayCase } from "./kit/case.ts";
import { messagesApi } from "./vonage/messages.ts";
import { byState, reply, says } from "./kit/says.ts";

const KEY = "abcd1234";
const SECRET = "can4rySecret";
const SIGNING = "s1gn-can4ry-secret";
const NOW = "2026-11-20T12:00:00Z";
const SECONDS = String(Date.parse(NOW) / 1_000);
const RECEIPTS = "https://sms.example.org/svc/v1/receipts/vonage/abc";
const basic = Buffer.from(`${KEY}:${SECRET}`).toString("base64");

const part = (status: string, more: object = {}) => ({
  to: "447400123456",
  "message-id": "0A0000000123ABCD1",
  status,
  "remaining-balance": "3.14159265",
  "message-price": "0.03330000",
  network: "12345",
  "client-ref": "ref-1",
  ...more,
});
const answer = (...messages: object[]) => says(200, { "message-count": String(messages.length), messages });
const refused = (status: string, words: string) => answer({ status, "error-text": words });

const fields = (status: string, more: Record<string, string> = {}) => ({
  msisdn: "447400123456",
  to: "ACME",
  "network-code": "12345",
  messageId: "0A0000001234567B",
  price: "0.03330000",
  status,
  scts: "2011201200",
  "err-code": "0",
  "api-key": KEY,
  "client-ref": "ref-1",
  "message-timestamp": "2026-11-20 12:00:00",
  ...more,
});
const posted = (values: Record<string, string>) => ({
  method: "POST",
  url: RECEIPTS,
  query: {},
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(values).toString(),
});
const json = (values: object) => ({
  method: "POST",
  url: RECEIPTS,
  query: {},
  headers: { "content-type": "application/json" },
  body: JSON.stringify(values),
});
const got = (values: Record<string, string>) => ({
  method: "GET",
  url: `${RECEIPTS}?${new URLSearchParams(values)}`,
  query: values,
  headers: {},
  body: "",
});
const signed = (values: Record<string, string>, secret = SIGNING, timestamp = SECONDS) => {
  const all: Record<string, string> = { ...values, timestamp, nonce: "ec11dd3e-1e7f-4db5-9467-82b02cd223b9" };
  const text = Object.keys(all)
    .sort()
    .map((name) => `&${name}=${all[name]!.replaceAll(/[&=]/g, "_")}`)
    .join("");
  return { ...all, sig: createHmac("sha256", secret).update(text).digest("hex").toUpperCase() };
};
const receipt = { providerId: "0A0000001234567B", ref: "ref-1", phone: "447400123456" };
const inbound = {
  msisdn: "447400123456",
  to: "447700900000",
  messageId: "0A0000000123ABCD1",
  text: "Hé & = 😀",
  type: "unicode",
  keyword: "HÉ",
  "message-timestamp": "2026-11-20 12:00:00",
  "api-key": KEY,
};
const inboundEvents = {
  receipts: [],
  inbound: [
    {
      providerId: "0A0000000123ABCD1",
      from: "+447400123456",
      to: "447700900000",
      text: "Hé & = 😀",
      media: [],
      at: "2026-11-20 12:00:00Z",
    },
  ],
  reply,
};

const form = (text: string, more: readonly (readonly [string, string])[]) => ({
  method: "POST",
  path: "/sms/json",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  fields: [
    ["api_key", KEY],
    ["api_secret", SECRET],
    ["from", "ACME"],
    ["to", "447400123456"],
    ["text", text],
    ...more,
  ] as const,
});

export const cases: readonly GatewayCase[] = [
  {
    title: "vonage",
    dsn: (host) => `vonage+http://${KEY}:${SECRET}@${host}?from=ACME&timeout=0.4`,
    secrets: [SECRET, basic],
    sms: { text: "Grüße & 100% €", validFor: 600, receiptUrl: RECEIPTS },
    request: form("Grüße & 100% €", [
      ["ttl", "600000"],
      ["client-ref", "ref-1"],
      ["callback", RECEIPTS],
    ]),
    requests: [
      {
        name: "a flash text in UCS-2 that ends too soon, from a number",
        sms: { text: "Привет 😀", encoding: "ucs2", flash: true, validFor: 1, from: "+15005550006" },
        request: {
          method: "POST",
          path: "/sms/json",
          fields: [
            ["api_key", KEY],
            ["api_secret", SECRET],
            ["from", "15005550006"],
            ["to", "447400123456"],
            ["text", "Привет 😀"],
            ["type", "unicode"],
            ["message-class", "0"],
            ["ttl", "20000"],
            ["client-ref", "ref-1"],
          ],
        },
      },
      {
        name: "a text that lasts longer than Vonage keeps one",
        sms: { validFor: 9_999_999 },
        request: form("Hello", [
          ["ttl", "604800000"],
          ["client-ref", "ref-1"],
        ]),
      },
    ],
    accepted: {
      reply: answer(part("0")),
      outcome: { kind: "accepted", providerIds: ["0A0000000123ABCD1"], segments: 1 },
      decisive: [["messages"], ["messages", 0], ["messages", 0, "status"]],
    },
    source: "specification",
    refusals: {
      account: {
        "a wrong key": refused("4", "Bad Credentials"),
        "no credit": refused("9", "Quota exceeded"),
        suspended: refused("8", "barred"),
      },
      sender: "15 also says that one country does not know the sender: it fails the text alone.",
      text: {
        "a number that is barred": refused("7", "barred"),
        "a sender for that country": refused("15", "Illegal Sender Address"),
      },
      later: { "too fast": refused("1", "Throttled") },
      unheardOf: { "99": refused("99", "dreamt") },
    },
    replies: [
      {
        name: "three parts, each with its id",
        reply: answer(part("0"), part("0", { "message-id": "0B" }), part("0", { "message-id": "0C" })),
        outcome: { kind: "accepted", providerIds: ["0A0000000123ABCD1", "0B", "0C"], segments: 3 },
      },
      {
        name: "one of two parts refused",
        reply: answer(part("0"), { status: "1", "error-text": "Throughput Rate Exceeded" }),
        outcome: { kind: "unknown" },
      },
      {
        name: "two parts, one refused in an unknown way",
        reply: answer({ status: "1" }, { status: "98" }),
        outcome: { kind: "later" },
      },
      { name: "no part at all", reply: answer(), outcome: { kind: "unknown" } },
      { name: "a part without an id", reply: answer(part("0", { "message-id": "" })), outcome: { kind: "unknown" } },
      {
        name: "throttled",
        reply: refused("1", "Throughput Rate Exceeded"),
        outcome: { kind: "later", code: "1", throttled: true },
      },
      { name: "too many binds", reply: refused("10", "no"), outcome: { kind: "later", code: "10", throttled: true } },
      { name: "an internal error", reply: refused("5", "Internal Error"), outcome: { kind: "later", code: "5" } },
      ...["2", "3", "6", "7", "12", "15", "22", "23", "33"].map((code) => ({
        name: `permanent error ${code}`,
        reply: refused(code, "The number +447400123456 is not good"),
        outcome: { kind: "rejected", code, reason: "The number … is not good" } as const,
      })),
      ...["4", "8", "9", "11", "14", "32"].map((code) => ({
        name: `account error ${code}`,
        reply: refused(code, "Bad Credentials"),
        outcome: { kind: "stop", code } as const,
      })),
      {
        name: "a status nobody knows",
        reply: refused("99", "something new"),
        outcome: { kind: "later", code: "99" },
      },
    ],
    credit: {
      path: "/account/get-balance",
      reply: says(200, { value: 10.171275, autoReload: false }),
      reading: { amount: "10.171275", unit: "EUR", currency: "EUR" },
    },
    calls: [
      ...byState(
        {
          sent: ["accepted", "buffered", "unknown"],
          delivered: ["delivered"],
          undelivered: ["expired", "failed"],
          failed: ["rejected"],
        },
        (word, state) => ({
          name: `a receipt that says ${word}`,
          call: posted(fields(word)),
          events: { receipts: [{ ...receipt, state }], inbound: [], reply },
        }),
      ),
      {
        name: "a receipt in JSON with an error",
        call: json(fields("failed", { "err-code": "6" })),
        events: { receipts: [{ ...receipt, state: "undelivered", code: "6" }], inbound: [], reply },
      },
      ...["failed", "rejected"].map((word) => ({
        name: `a text that was ${word}, for the person said STOP to Vonage`,
        call: json(fields(word, { "err-code": "9" })),
        events: { optOuts: ["+447400123456"], inbound: [], reply },
      })),
      {
        name: "a receipt in the query",
        call: got(fields("delivered")),
        events: { receipts: [{ ...receipt, state: "delivered" }], inbound: [], reply },
      },
      {
        name: "a receipt with a new word",
        call: posted(fields("constructor")),
        events: { receipts: [], inbound: [], reply },
      },
      { name: "an incoming text", call: json(inbound), events: inboundEvents },
      {
        name: "a part of a long text",
        call: json({ ...inbound, concat: "true", "concat-ref": "17", "concat-total": "3", "concat-part": "2" }),
        events: {
          ...inboundEvents,
          inbound: [{ ...inboundEvents.inbound[0]!, part: { reference: "17", total: 3, number: 2 } }],
        },
      },
      { name: "an incoming text in a form", call: posted(inbound), events: inboundEvents },
      {
        name: "incoming bytes without a text",
        call: json({ ...inbound, text: undefined, type: "binary", data: "00" }),
        events: { receipts: [], inbound: [], reply },
      },
    ],
  },
  {
    title: "vonage with signed webhooks",
    dsn: (host) =>
      `vonage+http://${KEY}:${SECRET}@${host}?from=ACME&signature_secret=${SIGNING}&signature_method=sha256&timeout=0.4`,
    secrets: [SECRET, SIGNING],
    now: NOW,
    request: form("Hello", [["client-ref", "ref-1"]]),
    accepted: {
      reply: answer(part("0")),
      outcome: { kind: "accepted", providerIds: ["0A0000000123ABCD1"], segments: 1 },
    },
    source: "specification",
    replies: [],
    calls: [
      {
        name: "a signed receipt",
        call: posted(signed(fields("delivered"))),
        events: { receipts: [{ ...receipt, state: "delivered" }] },
      },
      { name: "a signed receipt in the query", call: got(signed(fields("delivered"))), events: { inbound: [] } },
      {
        name: "a signed incoming text in JSON",
        call: json(signed(inbound)),
        events: { ...inboundEvents, inbound: [{ ...inboundEvents.inbound[0]!, at: SECONDS }] },
      },
      { name: "a receipt without a signature", call: posted(fields("delivered")), events: { forged: true } },
      {
        name: "a receipt signed by another secret",
        call: posted(signed(fields("delivered"), "guess")),
        events: { forged: true },
      },
      {
        name: "a changed receipt",
        call: posted({ ...signed(fields("delivered")), status: "failed" }),
        events: { forged: true },
      },
      {
        name: "a replayed receipt",
        call: posted(signed(fields("delivered"), SIGNING, String(Number(SECONDS) - 2 * 86_400))),
        events: { forged: true },
      },
    ],
  },
  messagesApi,
];
