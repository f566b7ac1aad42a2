import { createHmac } from "node:crypto";

import type { ProviderCall } from "#domain/gateways/gateway";

import type { GatewayCase } from "./kit/case.ts";
import { byState, says } from "./kit/says.ts";

const SID = "AC0123456789abcdef0123456789abcdef";
const TOKEN = "can4ry-t0ken";
const URL_OF_RECEIPTS = "https://sms.example.org/svc/v1/receipts/main?t=abc&ref=ref-1";

const error = (status: number, code: number, message: string) =>
  says(status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
const created = (more: object = {}) =>
  says(201, {
    sid: "SM0123456789abcdef0123456789abcdef",
    status: "queued",
    num_segments: "2",
    error_code: null,
    ...more,
  });

/** The same call with a signature that matches its changed content. */
const sign = (changed: ProviderCall): ProviderCall => {
  const form = changed.method === "GET" ? [] : [...new URLSearchParams(changed.body)];
  const text = form
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => name + value)
    .join("");
  const signature = createHmac("sha1", TOKEN)
    .update(changed.url + text)
    .digest("base64");
  return { ...changed, headers: { ...changed.headers, "X-Twilio-Signature": signature } };
};
/** A call by GET, as a number or a Messaging Service may be set to. */
const byGet = (fields: Record<string, string>): ProviderCall => {
  const query = { t: "abc", ...fields };
  const url = `https://sms.example.org/svc/v1/receipts/main?${new URLSearchParams(query)}`;
  return sign({ method: "GET", url, query, headers: {}, body: "" });
};

function call(fields: Record<string, string>, token = TOKEN) {
  const text = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join("");
  return {
    method: "POST",
    url: URL_OF_RECEIPTS,
    query: { t: "abc", ref: "ref-1" },
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=UTF-8",
      "X-Twilio-Signature": createHmac("sha1", token)
        .update(URL_OF_RECEIPTS + text)
        .digest("base64"),
    },
    body: new URLSearchParams(fields).toString(),
  };
}
const receipt = (status: string, more: Record<string, string> = {}, token = TOKEN) =>
  call(
    { MessageSid: "SM1", MessageStatus: status, To: "+447400123456", From: "+15005550006", AccountSid: SID, ...more },
    token,
  );
const reply = { status: 200, body: "<Response/>", contentType: "text/xml" };

export const cases: readonly GatewayCase[] = [
  {
    title: "twilio",
    dsn: (host) => `twilio+http://${SID}:${TOKEN}@${host}?from=%2B15005550006&timeout=0.4`,
    secrets: [TOKEN, Buffer.from(`${SID}:${TOKEN}`).toString("base64")],
    sms: {
      text: "Grüße & 100% €",
      media: ["https://example.org/a.png", "https://example.org/b.png?x=1&y=2"],
      validFor: 600,
      receiptUrl: "https://sms.example.org/svc/v1/receipts/main?t=abc",
    },
    request: {
      method: "POST",
      path: `/2010-04-01/Accounts/${SID}/Messages.json`,
      headers: {
        authorization: `Basic ${Buffer.from(`${SID}:${TOKEN}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      fields: [
        ["To", "+447400123456"],
        ["From", "+15005550006"],
        ["Body", "Grüße & 100% €"],
        ["MediaUrl", "https://example.org/a.png"],
        ["MediaUrl", "https://example.org/b.png?x=1&y=2"],
        ["StatusCallback", URL_OF_RECEIPTS],
        ["ValidityPeriod", "600"],
      ],
    },
    accepted: {
      reply: created(),
      outcome: {
        kind: "accepted",
        providerIds: ["SM0123456789abcdef0123456789abcdef"],
        segments: 2,
        response: "queued",
      },
      decisive: [["sid"]],
    },
    source: "documentation",
    requests: [
      {
        name: "a text in UCS-2",
        sms: { text: "Привет 😀", encoding: "ucs2" },
        request: {
          method: "POST",
          path: `/2010-04-01/Accounts/${SID}/Messages.json`,
          fields: [
            ["To", "+447400123456"],
            ["From", "+15005550006"],
            ["Body", "Привет 😀"],
          ],
        },
      },
    ],
    sign,
    refusals: {
      account: {
        "a wrong key": error(401, 20003, "Authenticate"),
        "a suspended account": error(403, 20005, "Account not active"),
        "a Messaging Service that is not there": error(400, 21701, "unavailable"),
      },
      sender: {
        "21212, no number": error(400, 21212, "Invalid From Number"),
        "21603, none": error(400, 21603, "A 'From' phone number is required."),
        "21606, not ours": error(400, 21606, "not a valid, SMS-capable inbound phone number"),
        "21659, no Twilio number": error(400, 21659, "not a Twilio phone number or Short Code country mismatch"),
        "21660, another account's": error(400, 21660, "Mismatch between the 'From' number and the account"),
        "21703, a Messaging Service without a number": error(400, 21703, "does not have a phone number available"),
        "21705, a Messaging Service that is none": error(400, 21705, "The Messaging Service Sid is invalid"),
      },
      text: {
        "no mobile number": error(400, 21614, "not a mobile number"),
        "too long": error(400, 21617, "exceeds the 1600 character limit"),
        "a way that is none": error(400, 21612, "not currently reachable"),
      },
      later: { "a full queue": error(429, 21611, "queue is full"), "too fast": error(429, 20429, "Too Many Requests") },
    },
    replies: [
      {
        name: "segments not known yet",
        reply: created({ num_segments: "0" }),
        outcome: { kind: "accepted", response: "queued" },
      },
      {
        name: "failed immediately",
        reply: created({ status: "failed", error_code: 30007 }),
        outcome: { kind: "rejected", code: "30007" },
      },
      { name: "an MMS id", reply: created({ sid: "MM01" }), outcome: { kind: "accepted", providerIds: ["MM01"] } },
      { name: "an id of another kind", reply: created({ sid: "PN01" }), outcome: { kind: "unknown" } },
      { name: "no id", reply: created({ sid: null }), outcome: { kind: "unknown" } },
      ...[21211, 21408, 21608, 21612, 21614, 21617, 21635].map((code) => ({
        name: `permanent error ${code}`,
        reply: error(400, code, "The 'To' number +447400123456 is not valid"),
        outcome: { kind: "rejected", code: String(code), reason: "The 'To' number … is not valid" } as const,
      })),
      {
        name: "unsubscribed recipient",
        reply: error(400, 21610, "unsubscribed"),
        outcome: { kind: "rejected", code: "21610", optedOut: true },
      },
      {
        name: "an unknown code with 400",
        reply: error(400, 29999, "new"),
        outcome: { kind: "rejected", code: "29999" },
      },
      ...[
        [401, 20003],
        [403, 20005],
        [403, 30002],
        [400, 30034],
      ].map(([status, code]) => ({
        name: `account error ${code}`,
        reply: error(status!, code!, "no"),
        outcome: { kind: "stop", code: String(code) } as const,
      })),
      { name: "an unknown code with 403", reply: error(403, 29998, "no"), outcome: { kind: "stop", code: "29998" } },
      { name: "an unknown account", reply: error(404, 20404, "not found"), outcome: { kind: "stop", code: "20404" } },
      ...[
        [429, 20429],
        [400, 14107],
        [400, 30001],
        [400, 21611],
      ].map(([status, code]) => ({
        name: `throttled by ${code}`,
        reply: { ...error(status!, code!, "slow down"), headers: { "retry-after": "2" } },
        outcome: { kind: "later", code: String(code), throttled: true, afterMs: 2_000 } as const,
      })),
      { name: "its own error 20500", reply: error(500, 20500, "internal"), outcome: { kind: "later", code: "20500" } },
      { name: "its own 20503", reply: error(503, 20503, "unavailable"), outcome: { kind: "later", code: "20503" } },
    ],
    credit: {
      path: `/2010-04-01/Accounts/${SID}/Balance.json`,
      reply: says(200, { account_sid: SID, balance: "0.05", currency: "USD" }),
      reading: { amount: "0.05", unit: "USD", currency: "USD" },
    },
    calls: [
      ...byState(
        {
          sent: ["sent"],
          delivered: ["delivered", "read"],
          undelivered: ["undelivered", "partially_delivered"],
          failed: ["failed", "canceled"],
        },
        (word, state) => ({
          name: `a receipt that says ${word}`,
          call: receipt(word, state === "undelivered" ? { ErrorCode: "30003" } : {}),
          events: {
            receipts: [
              {
                providerId: "SM1",
                ref: "ref-1",
                phone: "+447400123456",
                state,
                ...(state === "undelivered" ? { code: "30003" } : {}),
              },
            ],
            inbound: [],
            reply,
          },
        }),
      ),
      ...["queued", "accepted", "scheduled", "sending", "brand_new"].map((word) => ({
        name: `a callback that says ${word}`,
        call: receipt(word),
        events: { receipts: [], inbound: [], reply, ...(word !== "brand_new" && { understood: true as const }) },
      })),
      { name: "a receipt signed by another token", call: receipt("delivered", {}, "guess"), events: { forged: true } },
      {
        name: "a changed body",
        call: { ...receipt("delivered"), body: "MessageStatus=failed" },
        events: { forged: true },
      },
      { name: "another address", call: { ...receipt("sent"), url: `${URL_OF_RECEIPTS}1` }, events: { forged: true } },
      { name: "no signature", call: { ...receipt("delivered"), headers: {} }, events: { forged: true } },
      {
        name: "a STOP by RCS",
        call: call({ MessageSid: "SM3", From: "rcs:+447400123456", To: "rcs:acme_agent", Body: "STOP" }),
        events: {
          inbound: [{ providerId: "SM3", from: "+447400123456", to: "rcs:acme_agent", text: "STOP", media: [] }],
          reply,
        },
      },
      {
        name: "a STOP by RCS in the account's own words",
        call: call({ MessageSid: "SM4", From: "rcs:+447400123456", To: "rcs:acme", Body: "Bye", OptOutType: "STOP" }),
        events: { optOuts: ["+447400123456"], reply },
      },
      {
        name: "an incoming text by GET",
        call: byGet({
          MessageSid: "SM5",
          SmsStatus: "received",
          From: "+447400123456",
          To: "+15005550006",
          Body: "STOP",
        }),
        events: {
          inbound: [{ providerId: "SM5", from: "+447400123456", to: "+15005550006", text: "STOP", media: [] }],
          reply,
        },
      },
      {
        name: "a receipt by GET",
        call: byGet({ ref: "ref-1", MessageSid: "SM1", MessageStatus: "delivered", To: "+447400123456" }),
        events: { receipts: [{ providerId: "SM1", ref: "ref-1", phone: "+447400123456", state: "delivered" }], reply },
      },
      {
        name: "a call by GET with a changed word",
        call: {
          ...byGet({ MessageSid: "SM5", From: "+447400123456", To: "+15005550006", Body: "STOP" }),
          url: "https://sms.example.org/svc/v1/receipts/main?t=abc&From=%2B447400123457&Body=STOP",
        },
        events: { forged: true },
      },
      {
        name: "an incoming text with media",
        call: call({
          MessageSid: "SM2",
          SmsStatus: "received",
          From: "+447400123456",
          To: "+15005550006",
          Body: "Hé 😀",
          NumMedia: "2",
          MediaUrl0: "https://api.twilio.com/a",
          MediaUrl1: "https://api.twilio.com/b",
        }),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "SM2",
              from: "+447400123456",
              to: "+15005550006",
              text: "Hé 😀",
              media: ["https://api.twilio.com/a", "https://api.twilio.com/b"],
            },
          ],
          reply,
        },
      },
    ],
  },
  {
    title: "twilio with a Messaging Service and an API key",
    dsn: (host) =>
      `twilio+http://SK01:${TOKEN}@${host}?account=${SID}&messaging_service=MG01&timeout=0.4&signing_token=s1gn-can4ry`,
    secrets: [TOKEN, "s1gn-can4ry", Buffer.from(`SK01:${TOKEN}`).toString("base64")],
    sms: { validFor: 259_200 },
    request: {
      method: "POST",
      path: `/2010-04-01/Accounts/${SID}/Messages.json`,
      headers: { authorization: `Basic ${Buffer.from(`SK01:${TOKEN}`).toString("base64")}` },
      fields: [
        ["To", "+447400123456"],
        ["MessagingServiceSid", "MG01"],
        ["Body", "Hello"],
        ["ValidityPeriod", "36000"],
      ],
    },
    accepted: {
      reply: created({ num_segments: "0" }),
      outcome: { kind: "accepted", providerIds: ["SM0123456789abcdef0123456789abcdef"], response: "queued" },
    },
    source: "documentation",
    replies: [],
    calls: [
      {
        name: "a receipt signed by the account's token",
        call: receipt("delivered", {}, "s1gn-can4ry"),
        events: { inbound: [] },
      },
      { name: "a receipt signed by the key's secret", call: receipt("delivered"), events: { forged: true } },
    ],
  },
];
