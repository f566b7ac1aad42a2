import { createHmac } from "node:crypto";

import type { Phone } from "#domain/recipients/phone";

import type { GatewayCase } from "./kit/case.ts";
import { byState, reply, says } from "./kit/says.ts";

const PLAN = "pl4n0123456789";
const TOKEN = "can4ry-t0ken";
const SIGNING = "s1gn-can4ry";
const NOW = "2026-11-20T12:00:00Z";
const RECEIPTS = "https://sms.example.org/svc/v1/receipts/sinch/abc";
const PATH = `/xms/v1/${PLAN}/batches`;
const BATCH = "01FC66621VHDBN119Z8PMV1QPQ";

const created = (more: object = {}) =>
  says(201, {
    id: BATCH,
    to: ["447400123456"],
    from: "ACME",
    canceled: false,
    body: "Hello",
    type: "mt_text",
    created_at: NOW,
    modified_at: NOW,
    ...more,
  });
const error = (status: number, code: string, text: string) => says(status, { code, text });

const call = (body: object, more: { secret?: string; at?: number; signed?: object; ref?: string } = {}) => {
  const timestamp = String(more.at ?? Date.parse(NOW) / 1_000);
  const text = `${JSON.stringify(more.signed ?? body)}.n1.${timestamp}`;
  return {
    method: "POST",
    url: RECEIPTS,
    query: more.ref === undefined ? {} : ({ ref: more.ref } as Record<string, string>),
    headers: {
      "content-type": "application/json",
      "x-sinch-webhook-signature": createHmac("sha256", more.secret ?? SIGNING)
        .update(text)
        .digest("base64"),
      "x-sinch-webhook-signature-nonce": "n1",
      "x-sinch-webhook-signature-timestamp": timestamp,
      "x-sinch-webhook-signature-algorithm": "HmacSHA256",
    },
    body: JSON.stringify(body),
  };
};
const report = (status: string, more: object = {}) => ({
  type: "recipient_delivery_report_sms",
  batch_id: BATCH,
  recipient: "447400123456",
  status,
  code: 0,
  at: NOW,
  ...more,
});
const read = { providerId: BATCH, phone: "+447400123456" };

export const cases: readonly GatewayCase[] = [
  {
    title: "sinch",
    dsn: (host) => `sinch+http://${PLAN}:${TOKEN}@${host}?from=ACME&signature_secret=${SIGNING}&timeout=0.4`,
    secrets: [TOKEN, SIGNING],
    now: NOW,
    sms: { text: "Привет 😀 & 100%", encoding: "ucs2", validFor: 600, receiptUrl: RECEIPTS },
    request: {
      method: "POST",
      path: PATH,
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      json: {
        from: "ACME",
        to: ["+447400123456"],
        type: "mt_text",
        body: "Привет 😀 & 100%",
        delivery_report: "per_recipient",
        callback_url: `${RECEIPTS}?ref=ref-1`,
        client_reference: "ref-1",
        expire_at: "2026-11-20T12:10:00.000Z",
      },
    },
    requests: [
      {
        name: "a flash text that lasts too long, from a sender of its own, without an address for receipts",
        sms: { flash: true, validFor: 999_999, from: "+12025550123" },
        request: {
          method: "POST",
          path: PATH,
          json: {
            from: "+12025550123",
            to: ["+447400123456"],
            type: "mt_text",
            body: "Hello",
            delivery_report: "none",
            client_reference: "ref-1",
            expire_at: "2026-11-23T12:00:00.000Z",
            flash_message: true,
          },
        },
      },
      {
        name: "a picture with a text",
        sms: { text: "Look", media: ["https://example.org/a.png"] },
        request: {
          method: "POST",
          path: PATH,
          json: {
            from: "ACME",
            to: ["+447400123456"],
            type: "mt_media",
            body: { url: "https://example.org/a.png", message: "Look" },
            delivery_report: "none",
            client_reference: "ref-1",
          },
        },
      },
    ],
    accepted: {
      reply: created(),
      outcome: { kind: "accepted", providerIds: [BATCH] },
    },
    many: {
      batch: [
        { to: "+447400123456" as Phone, receiptUrl: RECEIPTS },
        { to: "+447400123457" as Phone, receiptUrl: RECEIPTS },
      ],
      request: {
        method: "POST",
        path: PATH,
        json: {
          from: "ACME",
          to: ["+447400123456", "+447400123457"],
          type: "mt_text",
          body: "Hello",
          delivery_report: "per_recipient",
          callback_url: RECEIPTS,
        },
      },
      reply: created({ to: ["447400123456", "447400123457"] }),
      outcomes: [
        { kind: "accepted", providerIds: [BATCH] },
        { kind: "accepted", providerIds: [BATCH] },
      ],
    },
    source: "specification",
    refusals: {
      account: { "a wrong token": error(401, "unauthorized", "no") },
      sender: {
        "one that is none": error(400, "syntax_invalid_parameter_format", "Invalid value for parameter 'from'"),
      },
      text: {
        "a number that is none": error(400, "syntax_invalid_parameter_format", "Invalid value for parameter 'to'"),
        "what the plan may not": error(403, "forbidden_dreamt", "not allowed"),
      },
    },
    replies: [
      { name: "no id", reply: created({ id: "" }), outcome: { kind: "unknown" } },
      {
        name: "a number that is none",
        reply: error(
          400,
          "syntax_invalid_parameter_format",
          "The format of parameter 'to[0]' is invalid; value '+447400123456' is not a valid MSISDN or group ID.",
        ),
        outcome: {
          kind: "rejected",
          code: "syntax_invalid_parameter_format",
          reason: "The format of parameter 'to[0]' is invalid; value '…' is not a valid MSISDN or group ID.",
        },
      },
      {
        name: "a report without an address",
        reply: error(403, "missing_callback_url", "Requesting delivery report without any callback URL."),
        outcome: { kind: "rejected", code: "missing_callback_url" },
      },
      {
        name: "another 403 of its own",
        reply: error(403, "unknown_group", "Group is unknown or deleted"),
        outcome: { kind: "rejected", code: "unknown_group" },
      },
      { name: "an unknown code with 400", reply: error(400, "new", "no"), outcome: { kind: "rejected", code: "new" } },
      { name: "a wrong token", reply: error(401, "unauthorized", "no"), outcome: { kind: "stop" } },
      { name: "too fast", reply: error(429, "too_many", "slow"), outcome: { kind: "later", throttled: true } },
      { name: "its own 500", reply: error(500, "internal_error", "oops"), outcome: { kind: "later" } },
    ],
    calls: [
      ...byState(
        {
          sent: ["Dispatched"],
          delivered: ["Delivered"],
          undelivered: ["Failed", "Expired", "Unknown"],
          failed: ["Aborted", "Rejected", "Deleted", "Cancelled"],
        },
        (word, state) => ({
          name: `a report that says ${word}`,
          call: call(report(word, { code: 402, client_reference: "ref-1" })),
          events: {
            receipts: [
              {
                ...read,
                ref: "ref-1",
                state,
                ...(state === "sent" || state === "delivered" ? {} : { code: "402" }),
              },
            ],
            inbound: [],
            reply,
          },
        }),
      ),
      {
        name: "a report to an address with our reference",
        call: call(report("Delivered", { type: "recipient_delivery_report_mms" }), { ref: "ref-7" }),
        events: { receipts: [{ ...read, ref: "ref-7", state: "delivered" }] },
      },
      {
        name: "a report of somebody with a short number",
        call: call(report("Delivered", { recipient: "299221234" })),
        events: { receipts: [{ ...read, phone: "+299221234", state: "delivered" }] },
      },
      {
        name: "a report of one of many",
        call: call(report("Delivered")),
        events: { receipts: [{ ...read, state: "delivered" }] },
      },
      {
        name: "a full report",
        call: call({
          type: "delivery_report_sms",
          batch_id: BATCH,
          total_message_count: 3,
          statuses: [
            { code: 0, status: "Delivered", count: 2, recipients: ["447400123456", "447400123457"] },
            { code: 402, status: "Aborted", count: 1, recipients: ["447400123458"] },
            { code: 400, status: "Queued", count: 1, recipients: ["447400123459"] },
          ],
        }),
        events: {
          receipts: [
            { ...read, state: "delivered" },
            { ...read, phone: "+447400123457", state: "delivered" },
            { ...read, phone: "+447400123458", state: "failed", code: "402" },
          ],
        },
      },
      ...[
        report("Queued"),
        report("constructor"),
        report("Delivered", { recipient: "" }),
        report("Delivered", { recipient: "nobody" }),
        { type: "else" },
      ].map((body, index) => ({
        name: `a call that tells nothing, ${index + 1}`,
        call: call(body),
        events: { receipts: [], inbound: [], reply, ...(index === 0 && { understood: true as const }) },
      })),
      {
        name: "an incoming text",
        call: call({
          type: "mo_text",
          id: "01FC",
          from: "447400123456",
          to: "12025550123",
          body: "Hé 😀",
          received_at: NOW,
        }),
        events: {
          receipts: [],
          inbound: [
            { providerId: "01FC", from: "+447400123456", to: "12025550123", text: "Hé 😀", media: [], at: NOW },
          ],
          reply,
        },
      },
      {
        name: "an incoming picture",
        call: call({
          type: "mo_media",
          id: "01FD",
          from: "447400123456",
          to: "12025550123",
          body: { message: "Look", media: [{ url: "https://media.example.org/a", content_type: "image/png" }] },
        }),
        events: {
          inbound: [
            {
              providerId: "01FD",
              from: "+447400123456",
              to: "12025550123",
              text: "Look",
              media: ["https://media.example.org/a"],
            },
          ],
        },
      },
      {
        name: "incoming bytes",
        call: call({ type: "mo_binary", id: "01FE", from: "447400123456", to: "1", body: "AA==" }),
        events: { receipts: [], inbound: [], reply },
      },
      { name: "an unsigned report", call: { ...call(report("Delivered")), headers: {} }, events: { forged: true } },
      {
        name: "a report signed by another secret",
        call: call(report("Delivered"), { secret: "guess" }),
        events: { forged: true },
      },
      {
        name: "a changed report",
        call: call(report("Failed"), { signed: report("Delivered") }),
        events: { forged: true },
      },
      {
        name: "a replayed report",
        call: call(report("Delivered"), { at: Date.parse(NOW) / 1_000 - 600 }),
        events: { forged: true },
      },
    ],
  },
  {
    title: "sinch without a sender and signatures",
    dsn: (host) => `sinch+http://${PLAN}:${TOKEN}@${host}?timeout=0.4`,
    secrets: [TOKEN],
    request: {
      method: "POST",
      path: PATH,
      json: {
        to: ["+447400123456"],
        type: "mt_text",
        body: "Hello",
        delivery_report: "none",
        client_reference: "ref-1",
      },
    },
    accepted: { reply: created(), outcome: { kind: "accepted", providerIds: [BATCH] } },
    source: "specification",
    replies: [],
    calls: [
      {
        name: "a report that nobody can check",
        call: { ...call(report("Delivered")), headers: {} },
        events: { receipts: [{ ...read, state: "delivered" }] },
      },
    ],
  },
];
