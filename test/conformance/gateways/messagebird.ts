import { createHash } from "node:crypto";

import type { Phone } from "#domain/recipients/phone";

import { webToken } from "../../support/providers/provider-call.ts";
import type { GatewayCase } from "./kit/case.ts";
import { byState, reply, says } from "./kit/says.ts";

const KEY = "can4ryw223tVQTcLO4ufBTuJx";
const SIGNING = "s1gn-can4ry";
const NOW = "2026-11-20T12:00:00Z";
const SECONDS = Date.parse(NOW) / 1_000;
const RECEIPTS = "https://sms.example.org/svc/v1/receipts/messagebird/abc";
const ID = "f28bbe526fc14974b3e7e663a6139b53";

const item = (recipient: number, status = "sent", more: object = {}) => ({
  recipient,
  status,
  statusDatetime: "2026-11-20T12:00:00+00:00",
  messagePartCount: 1,
  ...more,
});
const created = (items: readonly object[] = [item(447_400_123_456)], more: object = {}) =>
  says(201, {
    id: ID,
    href: `https://rest.messagebird.com/messages/${ID}`,
    direction: "mt",
    type: "sms",
    originator: "ACME",
    body: "Hello",
    reference: "ref-1",
    recipients: { totalCount: items.length, totalSentCount: items.length, items },
    ...more,
  });
const error = (status: number, code: number, description: string, parameter: string | null = null) =>
  says(status, { errors: [{ code, description, parameter }] });

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const report = (status: string, more: Record<string, string> = {}) => ({
  id: ID,
  reference: "ref-1",
  recipient: "447400123456",
  status,
  statusDatetime: "2026-11-20T12:00:00+00:00",
  ...more,
});
const got = (fields: Record<string, string>, more: { key?: string; claims?: object; url?: string } = {}) => {
  const url = `${RECEIPTS}?${new URLSearchParams(fields)}`;
  const claims = {
    iss: "MessageBird",
    nbf: SECONDS - 5,
    exp: SECONDS + 55,
    jti: "j1",
    url_hash: sha256(more.url ?? url),
  };
  return {
    method: "GET",
    url,
    query: fields,
    headers: { "MessageBird-Signature-JWT": webToken({ ...claims, ...more.claims }, more.key ?? SIGNING) },
    body: "",
  };
};
const posted = (fields: Record<string, string>) => {
  const body = new URLSearchParams(fields).toString();
  const claims = {
    iss: "MessageBird",
    exp: SECONDS + 55,
    jti: "j2",
    url_hash: sha256(RECEIPTS),
    payload_hash: sha256(body),
  };
  return {
    method: "POST",
    url: RECEIPTS,
    query: {},
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "MessageBird-Signature-JWT": webToken(claims, SIGNING),
    },
    body,
  };
};
const read = { providerId: ID, ref: "ref-1", phone: "+447400123456" };
const incoming = {
  id: "in-1",
  recipient: "12025550123",
  originator: "447400123456",
  body: "Hé 😀",
  createdDatetime: "2026-11-20T12:00:00+00:00",
};

export const cases: readonly GatewayCase[] = [
  {
    title: "messagebird",
    dsn: (host) => `messagebird+http://${KEY}@${host}?from=ACME&signing_key=${SIGNING}&timeout=0.4`,
    secrets: [KEY, SIGNING],
    now: NOW,
    sms: { text: "Привет 😀 & 100%", encoding: "ucs2", validFor: 600, receiptUrl: RECEIPTS },
    request: {
      method: "POST",
      path: "/messages",
      headers: { authorization: `AccessKey ${KEY}`, "content-type": "application/json" },
      json: {
        originator: "ACME",
        recipients: ["447400123456"],
        body: "Привет 😀 & 100%",
        type: "sms",
        datacoding: "auto",
        reference: "ref-1",
        reportUrl: RECEIPTS,
        validity: 600,
      },
    },
    requests: [
      {
        name: "a flash text that lasts too long, from a sender of its own",
        sms: { flash: true, validFor: 999_999, from: "+12025550123" },
        request: {
          method: "POST",
          path: "/messages",
          json: {
            originator: "12025550123",
            recipients: ["447400123456"],
            body: "Hello",
            type: "flash",
            datacoding: "auto",
            reference: "ref-1",
            validity: 172_800,
          },
        },
      },
    ],
    accepted: {
      reply: created(),
      outcome: { kind: "accepted", providerIds: [ID], segments: 1, response: "sent" },
      decisive: [
        ["recipients"],
        ["recipients", "items"],
        ["recipients", "items", 0],
        ["recipients", "items", 0, "recipient"],
        ["recipients", "items", 0, "status"],
      ],
    },
    many: {
      batch: [
        { to: "+447400123456" as Phone, receiptUrl: RECEIPTS },
        { to: "+447400123457" as Phone, receiptUrl: RECEIPTS },
        { to: "+447400123458" as Phone, receiptUrl: RECEIPTS },
      ],
      request: {
        method: "POST",
        path: "/messages",
        json: {
          originator: "ACME",
          recipients: ["447400123456", "447400123457", "447400123458"],
          body: "Hello",
          type: "sms",
          datacoding: "auto",
          reference: "several",
          reportUrl: RECEIPTS,
        },
      },
      reply: created([item(447_400_123_457, "delivery_failed"), item(447_400_123_456, "buffered")]),
      outcomes: [
        { kind: "accepted", providerIds: [ID] },
        { kind: "rejected", code: "delivery_failed" },
        { kind: "unknown" },
      ],
    },
    source: "specification",
    refusals: {
      account: {
        "a wrong key": error(401, 2, "Request not allowed", "access_key"),
        "no credit": error(402, 25, "Not enough balance"),
      },
      sender: { "one that is none": error(422, 10, "originator is invalid", "originator") },
      text: { "a number that is none": error(422, 9, "no (correct) recipients found", "recipient") },
    },
    replies: [
      ...["scheduled", "buffered", "delivered"].map((word) => ({
        name: `a text that is ${word}`,
        reply: created([item(447_400_123_456, word, { messagePartCount: 3 })]),
        outcome: { kind: "accepted", providerIds: [ID], segments: 3, response: word } as const,
      })),
      {
        name: "expired at once",
        reply: created([item(447_400_123_456, "expired")]),
        outcome: { kind: "rejected", code: "expired" },
      },
      {
        name: "a status nobody knows",
        source: "unconfirmed",
        reply: created([item(447_400_123_456, "pondering")]),
        outcome: { kind: "unknown" },
      },
      { name: "no recipients", reply: created([]), outcome: { kind: "unknown" } },
      { name: "somebody else", reply: created([item(447_400_123_457)]), outcome: { kind: "unknown" } },
      { name: "no id", reply: created(undefined, { id: null }), outcome: { kind: "unknown" } },
      {
        name: "a wrong key",
        reply: error(401, 2, "Request not allowed (incorrect access_key)", "access_key"),
        outcome: { kind: "stop", code: "2" },
      },
      {
        name: "no correct recipient",
        reply: error(422, 9, "no (correct) recipients found: +447400123456", "recipient"),
        outcome: { kind: "rejected", code: "9", reason: "no (correct) recipients found: … (recipient)" },
      },
      {
        name: "a parameter that is wrong",
        source: "library",
        reply: error(422, 10, "originator is not valid", "originator"),
        outcome: { kind: "stop", code: "10" },
      },
      {
        name: "no credit",
        source: "library",
        reply: error(422, 25, "Not enough balance"),
        outcome: { kind: "stop", code: "25" },
      },
      { name: "not found", reply: error(404, 20, "message not found"), outcome: { kind: "stop", code: "20" } },
      { name: "too fast", reply: error(429, 7, "slow down"), outcome: { kind: "later", throttled: true } },
      {
        name: "its own 500",
        source: "unconfirmed",
        reply: error(500, 99, "internal error"),
        outcome: { kind: "unknown" },
      },
    ],
    credit: {
      path: "/balance",
      reply: says(200, { payment: "prepaid", type: "euros", amount: 103.7 }),
      reading: { amount: "103.7", unit: "EUR", currency: "EUR" },
    },
    calls: [
      ...byState(
        { sent: ["sent"], delivered: ["delivered"], undelivered: ["delivery_failed", "expired"] },
        (word, state) => ({
          name: `a report that says ${word}`,
          call: got(report(word)),
          events: { receipts: [{ ...read, state }], inbound: [], reply },
        }),
      ),
      {
        name: "a report with an error, of a call for several people",
        call: got(report("delivery_failed", { reference: "several", statusErrorCode: "27" })),
        events: { receipts: [{ providerId: ID, phone: "+447400123456", state: "undelivered", code: "27" }] },
      },
      ...[report("scheduled"), report("buffered"), report("constructor"), report("sent", { recipient: "" })].map(
        (fields, index) => ({
          name: `a report that tells nothing, ${index + 1}`,
          call: got(fields),
          events: { receipts: [], inbound: [], reply, ...(index < 2 && { understood: true as const }) },
        }),
      ),
      {
        name: "an incoming text",
        call: posted(incoming),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "in-1",
              from: "+447400123456",
              to: "12025550123",
              text: "Hé 😀",
              media: [],
              at: incoming.createdDatetime,
            },
          ],
          reply,
        },
      },
      { name: "an unsigned report", call: { ...got(report("sent")), headers: {} }, events: { forged: true } },
      {
        name: "a report signed by another key",
        call: got(report("sent"), { key: "guess" }),
        events: { forged: true },
      },
      {
        name: "a report signed for another address",
        call: got(report("sent"), { url: RECEIPTS }),
        events: { forged: true },
      },
      {
        name: "a text with another body",
        call: { ...posted(incoming), body: new URLSearchParams({ ...incoming, body: "STOP" }).toString() },
        events: { forged: true },
      },
      {
        name: "a replayed report",
        call: got(report("sent"), { claims: { exp: SECONDS - 60 } }),
        events: { forged: true },
      },
    ],
  },
  {
    title: "messagebird without signatures",
    dsn: (host) => `messagebird+http://${KEY}@${host}?from=ACME&timeout=0.4`,
    secrets: [KEY],
    request: {
      method: "POST",
      path: "/messages",
      json: {
        originator: "ACME",
        recipients: ["447400123456"],
        body: "Hello",
        type: "sms",
        datacoding: "auto",
        reference: "ref-1",
      },
    },
    accepted: {
      reply: created(),
      outcome: { kind: "accepted", providerIds: [ID], segments: 1, response: "sent" },
    },
    source: "specification",
    replies: [],
    credit: {
      path: "/balance",
      reply: says(200, { payment: "prepaid", type: "credits", amount: 12 }),
      reading: { amount: "12", unit: "credits", currency: null },
    },
    calls: [
      {
        name: "an incoming text in JSON",
        call: { ...posted(incoming), body: JSON.stringify(incoming), headers: {} },
        events: {
          inbound: [
            {
              providerId: "in-1",
              from: "+447400123456",
              to: "12025550123",
              text: "Hé 😀",
              media: [],
              at: incoming.createdDatetime,
            },
          ],
        },
      },
    ],
  },
];
