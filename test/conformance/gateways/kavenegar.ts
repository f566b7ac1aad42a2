import type { GatewayCase } from "./kit/case.ts";
import { byState, got, postedForm, reply, says } from "./kit/says.ts";

const KEY = "can4ryKey0123456789";
const request = {
  method: "POST",
  path: `/v1/${KEY}/sms/send.json`,
  headers: { "content-type": "application/x-www-form-urlencoded" },
};
const entry = (more: object = {}) => ({
  messageid: 8792343,
  message: "Hello",
  status: 1,
  statustext: "queued",
  sender: "10004346",
  receptor: "447400123456",
  date: 1356619709,
  cost: 120,
  ...more,
});
const taken = (...entries: object[]) => says(200, { return: { status: 200, message: "ok" }, entries });
const error = (status: number, message: string) => says(status, { return: { status, message }, entries: null });

export const cases: readonly GatewayCase[] = [
  {
    title: "kavenegar",
    dsn: (host) => `kavenegar+http://${KEY}@${host}?from=10004346&timeout=0.4`,
    secrets: [KEY],
    sms: { text: "Grüße & 100%" },
    request: {
      ...request,
      fields: [
        ["receptor", "447400123456"],
        ["message", "Grüße & 100%"],
        ["sender", "10004346"],
      ],
    },
    requests: [
      {
        name: "a text in UCS-2 from another sender",
        sms: { text: "سلام 😀", encoding: "ucs2", from: "+9820004346" },
        request: {
          ...request,
          fields: [
            ["receptor", "447400123456"],
            ["message", "سلام 😀"],
            ["sender", "9820004346"],
          ],
        },
      },
    ],
    accepted: {
      reply: taken(entry()),
      outcome: { kind: "accepted", providerIds: ["8792343"] },
      decisive: [["return"], ["return", "status"], ["entries"], ["entries", 0], ["entries", 0, "receptor"]],
    },
    many: {
      batch: [{ to: "+989121234567" as never }, { to: "+989121234568" as never }, { to: "+447400123456" as never }],
      request: {
        ...request,
        fields: [
          ["receptor", "989121234567,989121234568,447400123456"],
          ["message", "Hello"],
          ["sender", "10004346"],
        ],
      },
      reply: taken(
        entry({ receptor: "00447400123456", messageid: 3, status: 13, statustext: "cancelled" }),
        entry({ receptor: "09121234567", messageid: 1 }),
      ),
      outcomes: [
        { kind: "accepted", providerIds: ["1"] },
        { kind: "unknown" },
        { kind: "rejected", code: "13", reason: "cancelled" },
      ],
    },
    source: "third party",
    refusals: {
      account: { "no credit": error(418, "no credit"), "a wrong key": error(403, "no key") },
      sender: { "412": error(412, "sender is invalid") },
      text: {
        "a number that is none": error(411, "no number"),
        "failed immediately": taken(entry({ status: 6, statustext: "failed" })),
        "an id that is none": taken(entry({ status: 100, statustext: "no id" })),
      },
      later: { busy: error(409, "busy") },
      unheardOf: { "of a call": error(499, "dreamt") },
    },
    replies: [
      {
        name: "a person who has blocked such texts",
        source: "library",
        reply: taken(entry({ status: 14, statustext: "blocked by 447400123456" })),
        outcome: { kind: "rejected", code: "14", reason: "blocked by …" },
      },
      {
        name: "a status that nobody explained, beside an id",
        source: "library",
        reply: taken(entry({ status: 5 })),
        outcome: { kind: "accepted", providerIds: ["8792343"] },
      },
      { name: "no id", reply: taken(entry({ messageid: null })), outcome: { kind: "unknown" } },
      {
        name: "somebody else's number",
        reply: taken(entry({ receptor: "09121234567" })),
        outcome: { kind: "unknown" },
      },
      ...[406, 429, 503].map((status) => ({
        name: `a ${status} whose body says that it was accepted`,
        source: "library" as const,
        reply: says(status, { return: { status: 200 }, entries: [entry()] }),
        outcome: { kind: "unknown" } as const,
      })),
      { name: "an error under a 200", reply: says(200, { return: { status: 418 } }), outcome: { kind: "stop" } },
      {
        name: "an error nobody knows under a 200",
        reply: says(200, { return: { status: 299, message: "new" } }),
        outcome: { kind: "later", code: "299" },
      },
      // `fetch` hides an HTTP status of 407 from its caller.
      {
        name: "account error 407",
        reply: says(200, { return: { status: 407 } }),
        outcome: { kind: "stop", code: "407" },
      },
      ...[401, 403, 412, 416, 418, 501].map((status) => ({
        name: `account error ${status}`,
        reply: error(status, "no"),
        outcome: { kind: "stop", code: String(status) } as const,
      })),
      ...[411, 413, 422].map((status) => ({
        name: `permanent error ${status}`,
        reply: error(status, "447400123456 is bad"),
        outcome: { kind: "rejected", code: String(status), reason: "… is bad" } as const,
      })),
      { name: "a server that cannot answer now", reply: error(409, "later"), outcome: { kind: "later", code: "409" } },
    ],
    credit: {
      path: `/v1/${KEY}/account/info.json`,
      reply: says(200, {
        return: { status: 200, message: "ok" },
        entries: { remaincredit: 1500, expiredate: 13548889, type: "Master" },
      }),
      reading: { amount: "1500", unit: "IRR", currency: "IRR" },
    },
    calls: [
      ...byState({ sent: ["4"], delivered: ["10"], undelivered: ["11"], failed: ["13", "14"] }, (status, state) => ({
        name: `a receipt with the status ${status}`,
        call: postedForm({ messageid: "8792343", status }),
        events: {
          receipts: [
            { providerId: "8792343", state, ...(["undelivered", "failed"].includes(state) && { code: status }) },
          ],
          inbound: [],
          reply,
        },
      })),
      ...byState({ sent: ["5"], failed: ["6", "100"] }, (status, state) => ({
        name: `a receipt with the status ${status}, which settles it`,
        call: postedForm({ messageid: "8792343", status }),
        events: {
          receipts: [{ providerId: "8792343", state, ...(state === "failed" && { code: status }) }],
          inbound: [],
          reply,
        },
      })),
      ...["1", "2"].map((status) => ({
        name: `a receipt with the status ${status}, which settles nothing`,
        call: postedForm({ messageid: "8792343", status }),
        events: { understood: true, receipts: [], inbound: [], reply },
      })),
      {
        name: "a text from a person, by GET",
        call: got({ messageid: "9", from: "09121234567", to: "10004346", message: "سلام" }),
        events: {
          receipts: [],
          inbound: [{ providerId: "9", from: "+989121234567", to: "10004346", text: "سلام", media: [] }],
          reply,
        },
      },
    ],
  },
  {
    title: "kavenegar, a text with a sender of its own",
    dsn: (host) => `kavenegar+http://${KEY}@${host}?from=10004346&timeout=0.4`,
    secrets: [KEY],
    sms: { from: "30001234" },
    request: {
      ...request,
      fields: [
        ["receptor", "447400123456"],
        ["message", "Hello"],
        ["sender", "30001234"],
      ],
    },
    accepted: { reply: taken(entry()), outcome: { kind: "accepted", providerIds: ["8792343"] } },
    source: "third party",
    replies: [
      {
        name: "a sender that is not ours, which must not hold up everybody's texts",
        reply: error(412, "invalid sender"),
        outcome: { kind: "rejected", code: "412" },
      },
    ],
  },
];
