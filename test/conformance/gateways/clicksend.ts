import type { GatewayCase } from "./kit/case.ts";
import { byState, got, postedForm, postedJson, says } from "./kit/says.ts";

const KEY = "can4ry-K3Y";
const BASIC = Buffer.from(`acme:${KEY}`).toString("base64");

const message = (to: string, status: string, more: object = {}) => ({
  direction: "out",
  to,
  body: "…",
  from: "+61447254068",
  message_id: "1EF2D909-D81A-65FA-BEC7-33227BD3AB16",
  message_parts: 2,
  message_price: "0.1540",
  custom_string: "ref-1",
  country: "GB",
  carrier: "X",
  status,
  ...more,
});
const answer = (messages: readonly object[]) =>
  says(200, {
    http_code: 200,
    response_code: "SUCCESS",
    response_msg: "Messages queued for delivery.",
    data: { total_price: 0.154, total_count: messages.length, queued_count: 1, messages, _currency: {} },
  });
const error = (status: number, code: string) =>
  says(status, { http_code: status, response_code: code, response_msg: "No: +447400123456", data: null });
const receipt = (status_code: string) => ({
  message_id: "m1",
  status_code,
  status_text: "Words",
  custom_string: "ref-1",
  user_id: "1",
  timestamp: "1718728461",
  message_type: "sms",
});
const incoming = {
  message_id: "m2",
  from: "+447400123456",
  to: "+61411111111",
  body: "Hé 😀",
  original_message_id: "m1",
  timestamp: "1718728461",
};
const inbound = [
  { providerId: "m2", from: "+447400123456", to: "+61411111111", text: "Hé 😀", media: [], at: "1718728461" },
];

export const cases: readonly GatewayCase[] = [
  {
    title: "clicksend",
    dsn: (host) => `clicksend+http://acme:${KEY}@${host}?from=%2B61411111111&timeout=0.4`,
    secrets: [KEY, BASIC],
    sms: { text: "Grüße & 100% €" },
    request: {
      method: "POST",
      path: "/v3/sms/send",
      headers: { authorization: `Basic ${BASIC}`, "content-type": "application/json" },
      json: {
        messages: [{ to: "+447400123456", body: "Grüße & 100% €", from: "+61411111111", custom_string: "ref-1" }],
      },
    },
    requests: [
      {
        name: "a text in UCS-2",
        sms: { text: "Привет 😀", encoding: "ucs2" },
        request: {
          method: "POST",
          path: "/v3/sms/send",
          json: {
            messages: [{ to: "+447400123456", body: "Привет 😀", from: "+61411111111", custom_string: "ref-1" }],
          },
        },
      },
      {
        name: "a text with a picture",
        sms: { media: ["https://example.org/a.jpg"] },
        request: {
          method: "POST",
          path: "/v3/mms/send",
          json: {
            media_file: "https://example.org/a.jpg",
            messages: [
              { to: "+447400123456", body: "Hello", from: "+61411111111", subject: "Message", custom_string: "ref-1" },
            ],
          },
        },
      },
    ],
    accepted: {
      reply: answer([message("+447400123456", "SUCCESS")]),
      outcome: { kind: "accepted", providerIds: ["1EF2D909-D81A-65FA-BEC7-33227BD3AB16"], segments: 2 },
      decisive: [
        ["data", "messages", 0, "status"],
        ["data", "messages", 0, "to"],
        ["data", "messages", 0],
        ["data", "messages"],
        ["data"],
      ],
    },
    many: {
      batch: [
        { to: "+447400123456" as never, text: "One" },
        { to: "+12025550123" as never, text: "Two" },
        { to: "+46766861001" as never, text: "Three" },
        { to: "+61491570006" as never, text: "Four" },
      ],
      request: {
        method: "POST",
        path: "/v3/sms/send",
        json: {
          messages: [
            ["+447400123456", "One"],
            ["+12025550123", "Two"],
            ["+46766861001", "Three"],
            ["+61491570006", "Four"],
          ].map(([to, body], index) => ({ to, body, from: "+61411111111", custom_string: `ref-${index + 1}` })),
        },
      },
      reply: answer([
        message("+61491570006", "THROTTLED"),
        message("+12025550123", "INVALID_RECIPIENT", { message_id: "" }),
        message("+447400123456", "SUCCESS", { message_id: "m1", message_parts: 1 }),
      ]),
      outcomes: [
        { kind: "accepted", providerIds: ["m1"], segments: 1 },
        { kind: "rejected", code: "INVALID_RECIPIENT" },
        { kind: "unknown" },
        { kind: "later", code: "THROTTLED" },
      ],
    },
    source: "documentation",
    refusals: {
      account: Object.fromEntries(
        ["INSUFFICIENT_CREDIT", "INVALID_CREDENTIALS", "MISSING_CREDENTIALS", "ACCOUNT_NOT_ACTIVATED"].map((word) => [
          word,
          answer([message("+447400123456", word, { message_id: null })]),
        ]),
      ),
      sender: { INVALID_SENDER_ID: answer([message("+447400123456", "INVALID_SENDER_ID", { message_id: null })]) },
      text: Object.fromEntries(
        ["INVALID_RECIPIENT", "COUNTRY_NOT_ENABLED", "EMPTY_MESSAGE", "INVALID_MEDIA_FILE"].map((word) => [
          word,
          answer([message("+447400123456", word, { message_id: null })]),
        ]),
      ),
      later: { THROTTLED: answer([message("+447400123456", "THROTTLED", { message_id: null })]) },
    },
    replies: [
      {
        name: "a wrong number",
        reply: answer([message("+447400123456", "INVALID_RECIPIENT")]),
        outcome: { kind: "rejected", code: "INVALID_RECIPIENT" },
      },
      {
        name: "no credit",
        reply: answer([message("+447400123456", "INSUFFICIENT_CREDIT")]),
        outcome: { kind: "stop", code: "INSUFFICIENT_CREDIT" },
      },
      {
        name: "a country that is not enabled",
        source: "third party",
        reply: answer([message("+447400123456", "COUNTRY_NOT_ENABLED", { message_parts: 0 })]),
        outcome: { kind: "rejected", code: "COUNTRY_NOT_ENABLED" },
      },
      ...["BLOCKED", "BRAND_NEW", ""].map((word) => ({
        name: `a text that is ${word || "nothing"}`,
        source: "unconfirmed" as const,
        reply: answer([message("+447400123456", word)]),
        outcome: { kind: "unknown" } as const,
      })),
      {
        name: "taken without an id",
        reply: answer([message("+447400123456", "SUCCESS", { message_id: null })]),
        outcome: { kind: "unknown" },
      },
      { name: "no texts at all", reply: answer([]), outcome: { kind: "unknown" } },
      {
        name: "a wrong key",
        source: "RFC 9110",
        reply: error(401, "UNAUTHORIZED"),
        outcome: { kind: "stop", code: "UNAUTHORIZED" },
      },
      {
        name: "a request that is not right",
        source: "RFC 9110",
        reply: error(400, "BAD_REQUEST"),
        outcome: { kind: "rejected", code: "BAD_REQUEST", reason: "No: …" },
      },
      {
        name: "too fast",
        reply: error(429, "TOO_MANY_REQUESTS"),
        outcome: { kind: "later", code: "TOO_MANY_REQUESTS", throttled: true },
      },
      { name: "its own error", source: "unconfirmed", reply: error(500, "INTERNAL"), outcome: { kind: "unknown" } },
    ],
    credit: {
      path: "/v3/account",
      reply: says(200, {
        http_code: 200,
        response_code: "SUCCESS",
        data: { user_id: 1, balance: "4.998000", _currency: { currency_name_short: "AUD" } },
      }),
      reading: { amount: "4.998000", unit: "AUD", currency: "AUD" },
    },
    calls: [
      ...byState({ sent: ["200", "300"], delivered: ["201"], undelivered: ["301"] }, (code, state) => ({
        name: `a receipt with ${code}`,
        call: postedForm(receipt(code)),
        events: {
          receipts: [
            {
              providerId: "m1",
              ref: "ref-1",
              state,
              ...(state === "undelivered" ? { code: "301", detail: "Words" } : {}),
            },
          ],
          inbound: [],
        },
      })),
      {
        name: "a receipt as JSON",
        call: postedJson(receipt("201")),
        events: { receipts: [{ providerId: "m1", ref: "ref-1", state: "delivered" }] },
      },
      { name: "a receipt with another code", call: postedForm(receipt("302")), events: { receipts: [], inbound: [] } },
      { name: "an incoming text", call: postedForm(incoming), events: { receipts: [], inbound } },
      { name: "an incoming text as JSON", call: postedJson(incoming), events: { receipts: [], inbound } },
      {
        name: "an incoming text in the address",
        call: got(incoming),
        events: { receipts: [], inbound },
      },
    ],
  },
];
