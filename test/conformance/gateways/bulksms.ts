import type { GatewayCase } from "./kit/case.ts";
import { postedJson, reply, says } from "./kit/says.ts";

const SECRET = "can4ry!MXdfRGiIIFu#ffUE8*S";
const TOKEN_ID = "BBDE1B476E03498AA768F66A286AABDC-01-B";
const BASIC = Buffer.from(`${TOKEN_ID}:${SECRET}`).toString("base64");

const created = (more: object = {}, status: object = { type: "ACCEPTED", subtype: null }) =>
  says(201, [
    {
      id: "1128598240",
      type: "SENT",
      from: "ACME",
      to: "447400123456",
      body: "…",
      encoding: "TEXT",
      numberOfParts: null,
      creditCost: null,
      submission: { id: "2-00000000001128598240", date: "2026-11-20T10:00:00Z" },
      status,
      relatedSentMessageId: null,
      userSuppliedId: null,
      ...more,
    },
  ]);
const problem = (status: number, fragment: string) =>
  says(status, {
    type: `https://developer.bulksms.com/json/v1/errors#${fragment}`,
    title: "Title",
    status,
    detail: "no: +447400123456",
  });

const message = (type: string, subtype: string | null = null, more: object = {}) => ({
  id: "m1",
  type: "SENT",
  from: "ACME",
  to: "447400123456",
  body: "…",
  status: { id: `${type}.${subtype}`, type, subtype },
  ...more,
});
const entry = (more: object = {}) => ({
  to: [{ type: "INTERNATIONAL", address: "+447400123456" }],
  from: { type: "ALPHANUMERIC", address: "ACME" },
  body: "Hello",
  encoding: "TEXT",
  longMessageMaxParts: 3,
  deliveryReports: "ALL",
  ...more,
});

export const cases: readonly GatewayCase[] = [
  {
    title: "bulksms",
    dsn: (host) => `bulksms+http://${TOKEN_ID}:${encodeURIComponent(SECRET)}@${host}?from=ACME&timeout=0.4`,
    secrets: [SECRET, BASIC],
    sms: { text: "Grüße & 100% €", segments: 4 },
    request: {
      method: "POST",
      path: "/v1/messages",
      headers: { authorization: `Basic ${BASIC}`, "content-type": "application/json" },
      json: [entry({ body: "Grüße & 100% €", longMessageMaxParts: 4 })],
    },
    requests: [
      {
        name: "a flash text in UCS-2 of a number",
        sms: { text: "Привет 😀", encoding: "ucs2", flash: true, from: "+27820000000" },
        request: {
          method: "POST",
          path: "/v1/messages",
          json: [
            entry({
              from: { type: "INTERNATIONAL", address: "+27820000000" },
              body: "Привет 😀",
              encoding: "UNICODE",
              messageClass: "FLASH_SMS",
            }),
          ],
        },
      },
      {
        name: "a text of a short code",
        sms: { from: "12345" },
        request: {
          method: "POST",
          path: "/v1/messages",
          json: [entry({ from: { type: "SHORTCODE", address: "12345" } })],
        },
      },
    ],
    accepted: {
      reply: created(),
      outcome: { kind: "accepted", providerIds: ["1128598240"], response: "ACCEPTED" },
      decisive: [[0, "status", "type"], [0, "status"], [0]],
    },
    source: "specification",
    refusals: {
      account: {
        "no credit": problem(403, "insufficient-credits"),
        "a wrong key": problem(401, "authentication-failed"),
      },
      sender: "Its errors name no sender.",
      text: {
        "a bad request": problem(400, "bad-request"),
        "failed immediately": created({}, { type: "FAILED", subtype: "NOT_SENT" }),
      },
    },
    replies: [
      {
        name: "for a later date",
        reply: created({}, { type: "SCHEDULED" }),
        outcome: { kind: "accepted", response: "SCHEDULED" },
      },
      { name: "no id", reply: created({ id: "" }), outcome: { kind: "unknown" } },
      { name: "an unknown state", reply: created({}, { type: "UNKNOWN" }), outcome: { kind: "unknown" } },
      {
        name: "no route",
        reply: created({}, { type: "FAILED", subtype: "NOT_SENT" }),
        outcome: { kind: "rejected", code: "FAILED.NOT_SENT" },
      },
      {
        name: "a person who said STOP",
        reply: created({}, { type: "FAILED", subtype: "BLOCKED" }),
        outcome: { kind: "rejected", code: "FAILED.BLOCKED", optedOut: true },
      },
      {
        name: "no credit",
        reply: problem(403, "insufficient-credits"),
        outcome: { kind: "stop", code: "insufficient-credits" },
      },
      {
        name: "a request that is not right",
        reply: problem(400, "bad-request"),
        outcome: { kind: "rejected", code: "bad-request", reason: "no: …" },
      },
      { name: "a wrong secret", reply: problem(401, "unauthorized"), outcome: { kind: "stop", code: "unauthorized" } },
      {
        name: "too fast",
        reply: problem(429, "too-many-requests"),
        outcome: { kind: "later", throttled: true, code: "too-many-requests" },
      },
      { name: "its own error", source: "RFC 9110", reply: problem(503, "down"), outcome: { kind: "later" } },
    ],
    credit: {
      path: "/v1/profile",
      reply: says(200, { id: "1", credits: { balance: 99.5, limit: 0 } }),
      reading: { amount: "99.5", unit: "credits", currency: null },
    },
    calls: [
      ...(
        [
          ["SENT", null, "sent"],
          ["UNKNOWN", null, "sent"],
          ["DELIVERED", null, "delivered"],
          ["FAILED", "EXPIRED", "undelivered"],
          ["FAILED", "HANDSET_ERROR", "undelivered"],
          ["FAILED", "BLOCKED", "failed"],
          ["FAILED", "NOT_SENT", "failed"],
        ] as const
      ).map(([type, subtype, state]) => ({
        name: `a receipt with ${type} ${subtype ?? ""}`,
        call: postedJson([message(type, subtype)]),
        events: {
          receipts: [
            { providerId: "m1", phone: "447400123456", state, ...(subtype === null ? {} : { code: subtype }) },
          ],
          inbound: [],
          reply,
        },
      })),
      {
        name: "several messages at once",
        call: postedJson([
          message("DELIVERED"),
          message("ACCEPTED", null, { id: "m2" }),
          message("FAILED", "NEW", { id: "m3" }),
          message("DELIVERED", null, { id: "m4", to: "12025550123" }),
          null,
        ]),
        events: {
          receipts: [
            { providerId: "m1", phone: "447400123456", state: "delivered" },
            { providerId: "m4", phone: "12025550123", state: "delivered" },
          ],
          inbound: [],
          reply,
        },
      },
      {
        name: "the test of a new webhook",
        call: postedJson([]),
        events: { understood: true, receipts: [], inbound: [], reply },
      },
      {
        name: "an incoming text",
        call: postedJson([
          {
            id: "m5",
            type: "RECEIVED",
            from: "447400123456",
            to: "27820000000",
            body: "Hé 😀",
            submission: { id: null, date: "2026-11-20T10:00:00Z" },
            status: { type: "RECEIVED" },
            relatedSentMessageId: "m1",
          },
        ]),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "m5",
              from: "+447400123456",
              to: "27820000000",
              text: "Hé 😀",
              media: [],
              at: "2026-11-20T10:00:00Z",
            },
          ],
          reply,
        },
      },
    ],
  },
  {
    title: "bulksms without a sender",
    dsn: (host) => `bulksms+http://${TOKEN_ID}:${encodeURIComponent(SECRET)}@${host}?repliable=yes&timeout=0.4`,
    secrets: [SECRET, BASIC],
    request: { method: "POST", path: "/v1/messages", json: [entry({ from: { type: "REPLIABLE" } })] },
    accepted: {
      reply: created(),
      outcome: { kind: "accepted", providerIds: ["1128598240"], response: "ACCEPTED" },
    },
    source: "specification",
    replies: [],
  },
];
