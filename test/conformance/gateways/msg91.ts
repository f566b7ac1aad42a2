import type { GatewayCase } from "./kit/case.ts";
import { byState, posted, postedForm, reply, says } from "./kit/says.ts";

const KEY = "can4ry-authkey";
const request = { method: "POST", path: "/api/v5/flow", headers: { authkey: KEY, "content-type": "application/json" } };
const base = { template_id: "tpl1", sender: "ACMEIN", short_url: "0" };
const one = (content: string) => [{ mobiles: "447400123456", content, CRQID: "ref-1" }];
const ID = "346a4f6e6f31313031303130";
const taken = { type: "success", message: ID };

const report = { date: "2026-11-20 10:06:20", number: "447400123456", credit: "1", CRQID: "ref-1", desc: "DELIVERED" };
const v2 = (...reports: object[]) =>
  postedForm({
    data: JSON.stringify([{ senderId: "ACMEIN", requestId: ID, report: reports, userId: "27", campaignName: "API" }]),
  });
const receipt = { providerId: ID, ref: "ref-1", phone: "+447400123456" };

export const cases: readonly GatewayCase[] = [
  {
    title: "msg91",
    dsn: (host) => `msg91+http://${KEY}@${host}?template=tpl1&from=ACMEIN&timeout=0.4`,
    secrets: [KEY],
    sms: { text: "Grüße & 100%" },
    request: { ...request, json: { ...base, recipients: one("Grüße & 100%") } },
    requests: [
      {
        name: "a text in UCS-2 from another sender",
        sms: { text: "नमस्ते 😀", encoding: "ucs2", from: "SHOPIN" },
        request: { ...request, json: { ...base, sender: "SHOPIN", recipients: one("नमस्ते 😀") } },
      },
    ],
    accepted: {
      reply: says(200, taken),
      outcome: { kind: "accepted", providerIds: [ID] },
      decisive: [["type"]],
    },
    many: {
      batch: [{ to: "+919876543210" as never }, { to: "+919876543211" as never, text: "Bye" }],
      request: {
        ...request,
        json: {
          ...base,
          recipients: [
            { mobiles: "919876543210", content: "Hello", CRQID: "ref-1" },
            { mobiles: "919876543211", content: "Bye", CRQID: "ref-2" },
          ],
        },
      },
      reply: says(200, taken),
      outcomes: [
        { kind: "accepted", providerIds: [ID] },
        { kind: "accepted", providerIds: [ID] },
      ],
    },
    source: "documentation",
    refusals: {
      account: {
        "an address that is not allowed": says(200, { type: "error", message: "IP blocked", code: "418" }),
        "no credit": says(200, { type: "error", message: "Insufficient balance", code: "301" }),
        "no credit, as a bad request": says(400, { type: "error", message: "Insufficient balance", code: "301" }),
        "an account that has ended": says(200, { type: "error", message: "Expired user account", code: "302" }),
      },
      sender: {
        "not registered": says(200, { type: "error", message: "Invalid sender ID or DLT Entity ID", code: "203" }),
      },
      text: { "a bad request": says(400, { type: "error", message: "no mobiles" }) },
      unheardOf: { "under 200": says(200, { type: "error", message: "dreamt", code: "999" }) },
    },
    replies: [
      {
        name: "an error under a 200",
        source: "unconfirmed",
        reply: says(200, { type: "error", message: "template id missing" }),
        outcome: { kind: "later", code: "error", reason: "template id missing" },
      },
      {
        name: "an error with a code nobody has explained under a 200",
        source: "unconfirmed",
        reply: says(200, { type: "error", message: "no", code: "999" }),
        outcome: { kind: "later", code: "999" },
      },
      {
        name: "a number that is none, under a 200",
        source: "documentation",
        reply: says(200, { type: "error", message: "Invalid mobile number", code: "202" }),
        outcome: { kind: "rejected", code: "202" },
      },
      {
        name: "an address that is not on the key's list",
        reply: says(200, { type: "error", message: "IP not whitelisted", code: "418" }),
        outcome: { kind: "stop", code: "418" },
      },
      {
        name: "a template it does not know",
        reply: says(400, { type: "error", message: "Template ID missing or not approved" }),
        outcome: { kind: "rejected", code: "http_400", reason: "Template ID missing or not approved" },
      },
      { name: "a wrong key", reply: says(401, { type: "error", message: "Unauthorized" }), outcome: { kind: "stop" } },
      { name: "a yes without an id", reply: says(200, { type: "success" }), outcome: { kind: "unknown" } },
      { name: "words of another kind", reply: says(200, { type: "maybe", message: ID }), outcome: { kind: "unknown" } },
    ],
    credit: {
      path: "/api/balance.php",
      reply: { status: 200, body: "1234.5" },
      reading: { amount: "1234.5", unit: "credits", currency: null },
    },
    calls: [
      ...byState({ delivered: ["1"], failed: ["2", "9", "16", "17"] }, (status, state) => ({
        name: `a webhook of version 2 with the status ${status}`,
        call: v2({ ...report, status }),
        events: {
          receipts: [{ ...receipt, state, detail: "DELIVERED", ...(state === "failed" && { code: status }) }],
          inbound: [],
          reply,
        },
      })),
      {
        name: "a webhook about several people, and statuses on which its pages disagree",
        call: v2(
          { ...report, status: "1" },
          { ...report, status: "25" },
          { ...report, number: "919876543210", status: "2", CRQID: "0" },
        ),
        events: {
          receipts: [
            { ...receipt, state: "delivered" },
            { providerId: ID, phone: "+919876543210", state: "failed", code: "2" },
          ].map((each) => ({ ...each, detail: "DELIVERED" })) as never,
          inbound: [],
          reply,
        },
      },
      {
        name: "a webhook that does not say whose text it was",
        call: v2({ ...report, number: "", status: "1" }),
        events: { receipts: [], inbound: [], reply },
      },
      {
        name: "a webhook of version 2 in JSON",
        call: posted(JSON.stringify([{ requestId: ID, report: [{ ...report, status: "1" }] }])),
        events: { receipts: [{ ...receipt, state: "delivered", detail: "DELIVERED" }], inbound: [], reply },
      },
      {
        name: "a webhook of version 3",
        call: posted(JSON.stringify({ ...report, requestId: ID, senderId: "ACMEIN", amount: "0.01", status: "1" })),
        events: { receipts: [{ ...receipt, state: "delivered", detail: "DELIVERED" }], inbound: [], reply },
      },
    ],
  },
];
