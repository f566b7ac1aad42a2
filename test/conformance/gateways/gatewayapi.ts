import { webToken } from "../../support/providers/provider-call.ts";
import type { GatewayCase } from "./kit/case.ts";
import { byState, postedJson, reply, says } from "./kit/says.ts";

const TOKEN = "can4ry-T0K3N";
const SIGNING = "s1gn-can4ry";
const BASIC = Buffer.from(`${TOKEN}:`).toString("base64");
const URL_OF_RECEIPTS = "https://sms.example.org/svc/v1/receipts/gatewayapi/t0ken?ref=ref-1";

const created = (ids: readonly unknown[] = [421_332_671]) =>
  says(200, { ids, usage: { countries: { GB: 1 }, currency: "DKK", total_cost: 0.12 } });
const error = (status: number, code: string) =>
  says(status, {
    code,
    incident_uuid: "d8127429-fa0c-4316-b1f2-e610c3958f43",
    message: "About MSISDN %1",
    variables: ["447400123456"],
  });
const call = (body: unknown, headers: Record<string, string> = {}) => postedJson(body, headers);
const signed = (claims: object, key: string, alg?: string) => ({ "X-Gwapi-Signature": webToken(claims, key, alg) });
const receipt = (status: string, more: object = {}) => ({
  id: 1_000_001,
  msisdn: 447_400_123_456,
  time: 1_450_000_000,
  status,
  userref: "ref-1",
  ...more,
});
const incoming = {
  id: 1_000_002,
  msisdn: 447_400_123_456,
  receiver: 451_204,
  message: "foo Hé 😀",
  senttime: 1_450_000_000,
  webhook_label: "test",
};
const inbound = [
  { providerId: "1000002", from: "+447400123456", to: "451204", text: "foo Hé 😀", media: [], at: "1450000000" },
];

export const cases: readonly GatewayCase[] = [
  {
    title: "gatewayapi",
    dsn: (host) => `gatewayapi+http://${TOKEN}@${host}?from=ACME&timeout=0.4`,
    secrets: [TOKEN, BASIC],
    sms: {
      text: "Grüße & 100% €",
      validFor: 600,
      receiptUrl: "https://sms.example.org/svc/v1/receipts/gatewayapi/t0ken?ref=ref-1",
    },
    request: {
      method: "POST",
      path: "/rest/mtsms",
      headers: { authorization: `Basic ${BASIC}`, "content-type": "application/json" },
      json: {
        sender: "ACME",
        message: "Grüße & 100% €",
        recipients: [{ msisdn: 447_400_123_456 }],
        userref: "ref-1",
        callback_url: URL_OF_RECEIPTS,
        validity_period: 600,
      },
    },
    requests: [
      {
        name: "a flash text in UCS-2 of a number, soon of no use",
        sms: { text: "Привет 😀", encoding: "ucs2", flash: true, from: "+4512345678", validFor: 5 },
        request: {
          method: "POST",
          path: "/rest/mtsms",
          json: {
            sender: "4512345678",
            message: "Привет 😀",
            recipients: [{ msisdn: 447_400_123_456 }],
            userref: "ref-1",
            validity_period: 60,
            encoding: "UCS2",
            destaddr: "DISPLAY",
          },
        },
      },
    ],
    accepted: {
      reply: created(),
      outcome: { kind: "accepted", providerIds: ["421332671"] },
      decisive: [["ids"]],
    },
    many: {
      batch: [
        { to: "+447400123456" as never, receiptUrl: "https://sms.example.org/r?ref=ref-1" },
        { to: "+12025550123" as never, receiptUrl: "https://sms.example.org/r?ref=ref-2" },
      ],
      request: {
        method: "POST",
        path: "/rest/mtsms",
        json: {
          sender: "ACME",
          message: "Hello",
          recipients: [{ msisdn: 447_400_123_456 }, { msisdn: 12_025_550_123 }],
          callback_url: "https://sms.example.org/r",
        },
      },
      reply: created(),
      outcomes: [
        { kind: "accepted", providerIds: ["421332671"] },
        { kind: "accepted", providerIds: ["421332671"] },
      ],
    },
    source: "documentation",
    refusals: {
      account: { "no credit": error(403, "0x0216"), "an address that is not allowed": error(403, "0x0213") },
      sender: "Its errors name no sender.",
      text: { "on the vendor's own list": error(403, "0x0215"), "a country that is not allowed": error(403, "0x0217") },
      later: { "a moment ago": error(403, "0x0214"), busy: error(500, "0x0309") },
    },
    replies: [
      { name: "no id", reply: created([]), outcome: { kind: "unknown" } },
      { name: "two ids for one text", reply: created([1, 2]), outcome: { kind: "unknown" } },
      { name: "an id that is no number", reply: created(["x"]), outcome: { kind: "unknown" } },
      ...["0x0215", "0x0217", "0x021F", "0x0310", "0x0312"].map((code) => ({
        name: `permanent error ${code}`,
        reply: error(403, code),
        outcome: { kind: "rejected", code, reason: "About MSISDN %1" } as const,
      })),
      { name: "the same text a moment ago", reply: error(400, "0x0214"), outcome: { kind: "later", code: "0x0214" } },
      ...["0x0210", "0x0211", "0x0212", "0x0213", "0x0216", "0x021D", "0x0223", "0x0224", "0x022A"].map((code) => ({
        name: `account error ${code}`,
        reply: error(400, code),
        outcome: { kind: "stop", code } as const,
      })),
      ...["0x0206", "0x0309", "0x0709"].map((code) => ({
        name: `a moment's trouble ${code}`,
        reply: error(500, code),
        outcome: { kind: "later", code } as const,
      })),
      {
        name: "a code in small letters",
        reply: error(403, "0x022a"),
        outcome: { kind: "stop", code: "0x022A" },
      },
      {
        name: "an error without a code",
        reply: says(422, { message: "Invalid json request body" }),
        outcome: { kind: "rejected", code: "http_422", reason: "Invalid json request body" },
      },
      {
        name: "an error that nobody knows",
        source: "unconfirmed",
        reply: error(500, "0x0201"),
        outcome: { kind: "unknown" },
      },
    ],
    credit: {
      path: "/rest/me",
      reply: says(200, { credit: 1234.56, currency: "DKK", id: 1 }),
      reading: { amount: "1234.56", unit: "DKK", currency: "DKK" },
    },
    calls: [
      ...byState(
        {
          sent: ["ENROUTE"],
          delivered: ["ACCEPTED", "DELIVERED"],
          undelivered: ["EXPIRED", "UNDELIVERABLE"],
          failed: ["REJECTED", "DELETED", "SKIPPED"],
        },
        (word, state) => ({
          name: `a receipt that says ${word}`,
          call: call(receipt(word, { code: "0x1010", error: "Unknown subscriber" })),
          events: {
            receipts: [
              {
                providerId: "1000001",
                ref: "ref-1",
                phone: "+447400123456",
                state,
                ...(state === "undelivered" || state === "failed"
                  ? { code: "0x1010", detail: "Unknown subscriber" }
                  : {}),
              },
            ],
            inbound: [],
            reply,
          },
        }),
      ),
      ...["SCHEDULED", "BUFFERED", "UNKNOWN", "valueOf"].map((word) => ({
        name: `a receipt that says ${word}`,
        call: call(receipt(word)),
        events: { receipts: [], inbound: [], reply, ...(word !== "valueOf" && { understood: true as const }) },
      })),
      { name: "an incoming text", call: call(incoming), events: { receipts: [], inbound, reply } },
    ],
  },
  {
    title: "gatewayapi with signed webhooks",
    dsn: (host) => `gatewayapi+http://${TOKEN}@${host}?signing_token=${SIGNING}&timeout=0.4`,
    secrets: [TOKEN, SIGNING],
    sms: { receiptUrl: URL_OF_RECEIPTS },
    request: {
      method: "POST",
      path: "/rest/mtsms",
      json: { message: "Hello", recipients: [{ msisdn: 447_400_123_456 }], userref: "ref-1" },
    },
    accepted: { reply: created(), outcome: { kind: "accepted", providerIds: ["421332671"] } },
    source: "documentation",
    replies: [],
    calls: [
      {
        name: "a signed receipt",
        call: call(receipt("DELIVERED"), signed(receipt("DELIVERED"), SIGNING)),
        events: { receipts: [{ providerId: "1000001", ref: "ref-1", phone: "+447400123456", state: "delivered" }] },
      },
      {
        name: "a signed receipt whose body was changed: the signature speaks",
        call: call(receipt("REJECTED"), signed(receipt("DELIVERED"), SIGNING)),
        events: { receipts: [{ providerId: "1000001", ref: "ref-1", phone: "+447400123456", state: "delivered" }] },
      },
      { name: "a signed text", call: call(incoming, signed(incoming, SIGNING)), events: { receipts: [], inbound } },
      {
        name: "a receipt signed by another token",
        call: call(receipt("DELIVERED"), signed(receipt("DELIVERED"), "guess")),
        events: { forged: true },
      },
      {
        name: "a receipt that says it needs no signature",
        call: call(receipt("DELIVERED"), signed(receipt("DELIVERED"), SIGNING, "none")),
        events: { forged: true },
      },
      { name: "no signature", call: call(receipt("DELIVERED")), events: { forged: true } },
    ],
  },
  {
    title: "gatewayapi with the signature it published",
    dsn: (host) => `gatewayapi+http://${TOKEN}@${host}?signing_token=secret&timeout=0.4`,
    secrets: [TOKEN],
    request: { method: "POST", path: "/rest/mtsms" },
    accepted: { reply: created(), outcome: { kind: "accepted", providerIds: ["421332671"] } },
    source: "documentation",
    replies: [],
    calls: [
      {
        name: "the signed receipt of the documentation",
        call: call(null, {
          "X-Gwapi-Signature":
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJpZCI6MjM4MTcwMywibXNpc2RuIjo0NTQyNjA5MDQ1LCJ0aW1lIjoxNTIyNzY0MDYyLCJzdGF0dXMiOiJERUxJVkVSRUQiLCJlcnJvciI6bnVsbCwiY29kZSI6bnVsbCwidXNlcnJlZiI6bnVsbCwiY2FsbGJhY2tfdXJsIjoiaHR0cDovL2JiYWY3MTQyLm5ncm9rLmlvIiwiYXBpIjo0fQ.KdfDH65bnQtgxEkFnpAQodOciAJedZFB13r9wEo8t3Y",
        }),
        events: { receipts: [{ providerId: "2381703", phone: "+4542609045", state: "delivered" }] },
      },
    ],
  },
];
