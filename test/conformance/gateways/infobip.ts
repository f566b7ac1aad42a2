import type { Phone } from "#domain/recipients/phone";

import type { GatewayCase } from "./kit/case.ts";
import { byState, reply, says } from "./kit/says.ts";

const KEY = "003026bbc133714df1834b8638bb496e-can4ry";
const RECEIPTS = "https://sms.example.org/svc/v1/receipts/infobip/abc";
const ID = "2250be2d4219-3af1-78856-aabe-1362af1edfd2";

const groups = { PENDING: 1, UNDELIVERABLE: 2, DELIVERED: 3, EXPIRED: 4, REJECTED: 5 } as const;
const status = (groupName: string, name: string) => ({
  groupId: groups[groupName as keyof typeof groups] ?? 9,
  groupName,
  id: 26,
  name,
  description: "Message sent to next instance",
});
const entry = (destination: string, more: object = {}) => ({
  messageId: ID,
  status: status("PENDING", "PENDING_ACCEPTED"),
  destination,
  details: { messageCount: 1 },
  ...more,
});
const answer = (...messages: object[]) => says(200, { bulkId: "2034072219640523072", messages });
const rejected = (name: string) => answer(entry("447400123456", { status: status("REJECTED", name) }));
const error = (httpStatus: number, errorCode: string) =>
  says(httpStatus, {
    errorCode,
    description: "Request about 447400123456 cannot be processed.",
    action: "Check the syntax, violations and adjust the request.",
    violations: [{ property: "messages[0].destinations[0].to", violation: "is no number" }],
    resources: [],
  });

const call = (...results: object[]) => ({
  method: "POST",
  url: RECEIPTS,
  query: {},
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ results }),
});
const report = (groupName: string, name: string, more: object = {}) => ({
  bulkId: "BULK",
  messageId: ID,
  to: "447400123456",
  sender: "ACME",
  sentAt: "2026-11-20T12:00:00.000+0000",
  doneAt: "2026-11-20T12:00:01.000+0000",
  messageCount: 1,
  mccMnc: "23410",
  callbackData: "ref-1",
  price: { pricePerMessage: 0.01, currency: "EUR" },
  status: status(groupName, name),
  error: { groupId: 0, groupName: "OK", id: 0, name: "NO_ERROR", description: "No Error", permanent: false },
  ...more,
});
const read = { providerId: ID, ref: "ref-1", phone: "447400123456" };

export const cases: readonly GatewayCase[] = [
  {
    title: "infobip",
    dsn: (host) => `infobip+http://${KEY}@${host === "default" ? "abc.example.org" : host}?from=ACME&timeout=0.4`,
    secrets: [KEY],
    sms: { text: "Привет 😀 & 100%", encoding: "ucs2", validFor: 600, receiptUrl: RECEIPTS },
    request: {
      method: "POST",
      path: "/sms/3/messages",
      headers: { authorization: `App ${KEY}`, "content-type": "application/json" },
      json: {
        messages: [
          {
            sender: "ACME",
            destinations: [{ to: "447400123456", messageId: "ref-1" }],
            content: { text: "Привет 😀 & 100%" },
            options: { validityPeriod: { amount: 600, timeUnit: "SECONDS" } },
            webhooks: { delivery: { url: RECEIPTS }, contentType: "application/json", callbackData: "ref-1" },
          },
        ],
        options: { includeSmsCountInResponse: true },
      },
    },
    requests: [
      {
        name: "a flash text from a sender of its own",
        sms: { flash: true, from: "+12025550123", validFor: 999_999 },
        request: {
          method: "POST",
          path: "/sms/3/messages",
          json: {
            messages: [
              {
                sender: "12025550123",
                destinations: [{ to: "447400123456", messageId: "ref-1" }],
                content: { text: "Hello" },
                options: { validityPeriod: { amount: 172_800, timeUnit: "SECONDS" }, flash: true },
                webhooks: { callbackData: "ref-1" },
              },
            ],
            options: { includeSmsCountInResponse: true },
          },
        },
      },
      {
        name: "pictures with a text",
        sms: { media: ["https://example.org/a.png", "https://example.org/b.png"], receiptUrl: RECEIPTS },
        request: {
          method: "POST",
          path: "/mms/2/messages",
          json: {
            messages: [
              {
                sender: "ACME",
                destinations: [{ to: "447400123456", messageId: "ref-1" }],
                content: {
                  messageSegments: [
                    { type: "TEXT", text: "Hello" },
                    { type: "LINK", contentUrl: "https://example.org/a.png" },
                    { type: "LINK", contentUrl: "https://example.org/b.png" },
                  ],
                },
                webhooks: { delivery: { url: RECEIPTS }, contentType: "application/json", callbackData: "ref-1" },
              },
            ],
          },
        },
      },
    ],
    accepted: {
      reply: answer(entry("447400123456")),
      outcome: { kind: "accepted", providerIds: [ID], segments: 1, response: "PENDING_ACCEPTED" },
      decisive: [
        ["messages"],
        ["messages", 0],
        ["messages", 0, "status"],
        ["messages", 0, "status", "groupName"],
        ["messages", 0, "destination"],
      ],
    },
    many: {
      batch: [
        { to: "+447400123456" as Phone },
        { to: "+447400123457" as Phone, text: "Other" },
        { to: "+447400123458" as Phone },
        { to: "+447400123459" as Phone },
        { to: "+447400123460" as Phone },
      ],
      request: {
        method: "POST",
        path: "/sms/3/messages",
        json: {
          messages: [
            ["447400123456", "Hello"],
            ["447400123457", "Other"],
            ["447400123458", "Hello"],
            ["447400123459", "Hello"],
            ["447400123460", "Hello"],
          ].map(([to, text], index) => ({
            sender: "ACME",
            destinations: [{ to, messageId: `ref-${index + 1}` }],
            content: { text },
            webhooks: { callbackData: `ref-${index + 1}` },
          })),
          options: { includeSmsCountInResponse: true },
        },
      },
      // In another order; by our id, whatever the number is, or by the number; one twice, and one missing.
      reply: answer(
        entry("+447400123457", { messageId: "id-2" }),
        entry("07400123456", { messageId: "ref-1" }),
        entry("447400123458", { status: status("REJECTED", "REJECTED_PREFIX_MISSING") }),
        entry("447400123459", { messageId: "id-4" }),
        entry("447400123459", { messageId: "id-5" }),
      ),
      outcomes: [
        { kind: "accepted", providerIds: ["ref-1"] },
        { kind: "accepted", providerIds: ["id-2"] },
        { kind: "rejected", code: "REJECTED_PREFIX_MISSING" },
        { kind: "unknown" },
        { kind: "unknown" },
      ],
    },
    source: "specification",
    refusals: {
      account: {
        "no credit": rejected("REJECTED_NOT_ENOUGH_CREDITS"),
        "credit that has ended": rejected("REJECTED_PREPAID_PACKAGE_EXPIRED"),
        "a wrong key": error(401, "E401"),
      },
      sender: { "not registered": rejected("REJECTED_SOURCE"), "no sender": rejected("REJECTED_INVALID_SENDER") },
      text: {
        "a number that is none": rejected("REJECTED_INVALID_DESTINATION"),
        undeliverable: answer(
          entry("447400123456", { status: status("UNDELIVERABLE", "UNDELIVERABLE_NOT_DELIVERED") }),
        ),
        expired: answer(entry("447400123456", { status: status("EXPIRED", "EXPIRED_UNKNOWN") })),
      },
      later: { "no route to the number": rejected("REJECTED_ROUTE_NOT_AVAILABLE") },
      unheardOf: { "of one text": rejected("REJECTED_DREAMT") },
    },
    replies: [
      {
        name: "no count of segments",
        reply: answer(entry("447400123456", { details: undefined })),
        outcome: { kind: "accepted" },
      },
      ...(["ACCEPTED", "DELIVERED"] as const).map((group) => ({
        name: `the group ${group}`,
        reply: answer(entry("447400123456", { status: status(group, `${group}_X`) })),
        outcome: { kind: "accepted" } as const,
      })),
      {
        name: "an id that an earlier try had",
        reply: answer(
          entry("447400123456", { messageId: "ref-1", status: status("REJECTED", "REJECTED_DUPLICATE_MESSAGE_ID") }),
        ),
        outcome: { kind: "unknown" },
      },
      {
        name: "one id twice",
        reply: answer(...[1, 2].map(() => entry("447400123456", { messageId: "ref-1" }))),
        outcome: { kind: "unknown" },
      },
      { name: "an answer about somebody else", reply: answer(entry("447400123457")), outcome: { kind: "unknown" } },
      {
        name: "no id",
        reply: answer(entry("447400123456", { messageId: "" })),
        outcome: { kind: "unknown" },
      },
      {
        name: "rejected inside a 200",
        reply: rejected("REJECTED_DESTINATION"),
        outcome: { kind: "rejected", code: "REJECTED_DESTINATION" },
      },
      {
        name: "no credit inside a 200",
        reply: rejected("REJECTED_NOT_ENOUGH_CREDITS"),
        outcome: { kind: "stop", code: "REJECTED_NOT_ENOUGH_CREDITS" },
      },
      {
        name: "a number on the account's blocklist",
        source: "documentation",
        reply: rejected("REJECTED_DESTINATION_BLOCKLISTED"),
        outcome: { kind: "rejected", code: "REJECTED_DESTINATION_BLOCKLISTED", optedOut: true },
      },
      {
        name: "too many for one number in an hour",
        source: "documentation",
        reply: rejected("REJECTED_FLOODING_FILTER"),
        outcome: { kind: "later", code: "REJECTED_FLOODING_FILTER" },
      },
      {
        name: "a status of no known group",
        source: "unconfirmed",
        reply: answer(entry("447400123456", { status: status("PARKED", "PARKED_FOR_REVIEW") })),
        outcome: { kind: "unknown" },
      },
      {
        name: "a request that is wrong",
        reply: error(400, "E400"),
        outcome: { kind: "rejected", code: "E400", reason: "Request about … cannot be processed." },
      },
      { name: "a wrong key", reply: error(401, "E401"), outcome: { kind: "stop", code: "E401" } },
      { name: "a key without the scope", reply: error(403, "E403"), outcome: { kind: "stop", code: "E403" } },
      {
        name: "too fast",
        reply: { ...error(429, "TOO_MANY_REQUESTS"), headers: { "retry-after": "5" } },
        outcome: { kind: "later", throttled: true, afterMs: 5_000 },
      },
      { name: "its own 500", reply: error(500, "E500"), outcome: { kind: "unknown" } },
    ],
    credit: {
      path: "/account/1/balance",
      reply: says(200, { balance: 47.79134, currency: "EUR" }),
      reading: { amount: "47.79134", unit: "EUR", currency: "EUR" },
    },
    calls: [
      {
        name: "a report that only the operator has it",
        call: call(report("DELIVERED", "DELIVERED_TO_OPERATOR")),
        events: { receipts: [{ ...read, state: "sent" }], inbound: [] },
      },
      ...byState(
        {
          sent: ["PENDING"],
          delivered: ["DELIVERED"],
          undelivered: ["UNDELIVERABLE", "EXPIRED"],
          failed: ["REJECTED"],
        },
        (group, state) => ({
          name: `a report of the group ${group}`,
          call: call(
            report(group, `${group}_X`, {
              error: { groupId: 1, groupName: "X", id: 27, name: "EC_ABSENT", description: "Absent", permanent: false },
            }),
          ),
          events: {
            receipts: [{ ...read, state, ...(state === "sent" || state === "delivered" ? {} : { code: "EC_ABSENT" }) }],
            inbound: [],
            reply,
          },
        }),
      ),
      ...["EC_CONTENT_BLOCKED", "EC_BLACKLISTED_DESTINATIONADDRESS"].map((name) => ({
        name: `a report that the person said STOP, ${name}`,
        call: call(report("REJECTED", "REJECTED_OPERATOR", { error: { id: 603, name } })),
        events: { receipts: [{ ...read, state: "failed" as const, code: name }], optOuts: ["+447400123456"] },
      })),
      {
        name: "a report about a number on the account's blocklist",
        call: call(report("REJECTED", "REJECTED_DESTINATION_BLOCKLISTED")),
        events: { optOuts: ["+447400123456"] },
      },
      {
        name: "several reports, one of a new group",
        call: call(
          report("DELIVERED", "DELIVERED_TO_HANDSET"),
          report("constructor", "X"),
          report("DELIVERED", "DELIVERED_TO_HANDSET", {
            messageId: "id-2",
            callbackData: undefined,
            to: "447400123457",
          }),
        ),
        events: {
          receipts: [
            { ...read, state: "delivered" },
            { providerId: "id-2", phone: "447400123457", state: "delivered" },
          ],
        },
      },
      {
        name: "incoming texts",
        call: call(
          {
            messageId: "in-1",
            from: "447400123456",
            to: "12025550123",
            text: "JOIN Hé 😀",
            cleanText: "Hé 😀",
            keyword: "JOIN",
            receivedAt: "2026-11-20T12:00:00.000+0000",
            smsCount: 1,
            price: { pricePerMessage: 0, currency: "EUR" },
            callbackData: "",
          },
          {
            messageId: "in-2",
            from: "447400123456",
            to: "12025550123",
            message: [
              { contentType: "text/plain", value: "Look" },
              { contentType: "image/jpeg", url: "https://media.example.org/a" },
            ],
          },
        ),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "in-1",
              from: "+447400123456",
              to: "12025550123",
              text: "JOIN Hé 😀",
              media: [],
              at: "2026-11-20T12:00:00.000+0000",
            },
            {
              providerId: "in-2",
              from: "+447400123456",
              to: "12025550123",
              text: "Look",
              media: ["https://media.example.org/a"],
            },
          ],
          reply,
        },
      },
    ],
  },
];
