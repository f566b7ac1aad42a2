import type { GatewayCase } from "./kit/case.ts";
import { postedJson, says } from "./kit/says.ts";

const KEY = "can4ry-k3y==";

const taken = (to: string, id: string) => ({ apiMessageId: id, accepted: true, to, error: null });
const refused = (to: string, code: number) => ({
  apiMessageId: null,
  accepted: false,
  to,
  error: { code, description: `The number ${to} is not right` },
});
const answer = (status: number, messages: readonly object[], error: unknown = null) =>
  says(status, { messages, error });
const whole = (status: number, code: number) => answer(status, [], { code, description: "no" });
const receipt = (statusCode: number, statusDescription: string) =>
  postedJson({
    integrationId: "i",
    messageId: "m1",
    requestId: "r",
    clientMessageId: "ref-1",
    to: "447400123456",
    from: "27820000000",
    status: "X",
    statusCode,
    statusDescription,
    timestamp: 1_480_000_000,
  });
const reply = { status: 200, body: "" };

export const cases: readonly GatewayCase[] = [
  {
    title: "clickatell",
    dsn: (host) => `clickatell+http://${encodeURIComponent(KEY)}@${host}?from=%2B27820000000&timeout=0.4`,
    secrets: [KEY],
    sms: { text: "Grüße & 100% €" },
    request: {
      method: "POST",
      path: "/v1/message",
      headers: { authorization: KEY, "content-type": "application/json" },
      json: {
        messages: [
          {
            channel: "sms",
            to: "447400123456",
            content: "Grüße & 100% €",
            from: "27820000000",
            clientMessageId: "ref-1",
          },
        ],
      },
    },
    requests: [
      {
        name: "a text in UCS-2 of another sender",
        sms: { text: "Привет 😀", encoding: "ucs2", from: "ACME" },
        request: {
          method: "POST",
          path: "/v1/message",
          json: {
            messages: [
              { channel: "sms", to: "447400123456", content: "Привет 😀", from: "ACME", clientMessageId: "ref-1" },
            ],
          },
        },
      },
    ],
    accepted: {
      reply: answer(202, [taken("447400123456", "b1f2-4c5d")]),
      outcome: { kind: "accepted", providerIds: ["b1f2-4c5d"] },
      decisive: [
        ["messages", 0, "accepted"],
        ["messages", 0, "to"],
        ["messages", 0],
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
        path: "/v1/message",
        json: {
          messages: [
            ["447400123456", "One"],
            ["12025550123", "Two"],
            ["46766861001", "Three"],
            ["61491570006", "Four"],
          ].map(([to, content], index) => ({
            channel: "sms",
            to,
            content,
            from: "27820000000",
            clientMessageId: `ref-${index + 1}`,
          })),
        },
      },
      // In another order than requested, and one is missing.
      reply: answer(207, [
        taken("+46766861001", "m3"),
        refused("12025550123", 26),
        taken("447400123456", "m1"),
        taken("999", "m9"),
      ]),
      outcomes: [
        { kind: "accepted", providerIds: ["m1"] },
        { kind: "rejected", code: "26", optedOut: true },
        { kind: "accepted", providerIds: ["m3"] },
        { kind: "unknown" },
      ],
    },
    source: "third party",
    refusals: {
      account: {
        "a wrong key": whole(401, 1),
        "no credit": answer(202, [refused("447400123456", 20)]),
      },
      sender: { "not the integration's": answer(202, [refused("447400123456", 45)]) },
      text: { "a number that is none": answer(202, [refused("447400123456", 23)]) },
      later: { "too fast": answer(202, [refused("447400123456", 43)]) },
      unheardOf: { "of one text": answer(202, [refused("447400123456", 999)]) },
    },
    replies: [
      { name: "taken without an id", reply: answer(202, [taken("447400123456", "")]), outcome: { kind: "unknown" } },
      { name: "nothing said of any text", reply: answer(202, []), outcome: { kind: "unknown" } },
      {
        name: "named twice",
        reply: answer(202, [taken("447400123456", "a"), taken("447400123456", "b")]),
        outcome: { kind: "unknown" },
      },
      ...[21, 23, 24, 25, 27, 28, 30, 40, 100, 101, 110, 111].map((code) => ({
        name: `permanent error ${code}`,
        reply: answer(207, [refused("447400123456", code)]),
        outcome: { kind: "rejected", code: String(code), reason: "The number … is not right" } as const,
      })),
      {
        name: "a person who opted out",
        reply: answer(207, [refused("447400123456", 26)]),
        outcome: { kind: "rejected", code: "26", optedOut: true },
      },
      ...[1, 2, 3, 7, 20, 38, 39, 44, 45, 46].map((code) => ({
        name: `account error ${code}`,
        reply: whole(400, code),
        outcome: { kind: "stop", code: String(code) } as const,
      })),
      ...[18, 19].map((code) => ({
        name: `its own error ${code}`,
        reply: whole(500, code),
        outcome: { kind: "later", code: String(code) } as const,
      })),
      { name: "too fast", reply: whole(400, 43), outcome: { kind: "later", code: "43", throttled: true } },
      {
        name: "a text refused for a reason nobody knows",
        source: "unconfirmed",
        reply: answer(207, [refused("447400123456", 999)]),
        outcome: { kind: "later", code: "999" },
      },
      {
        name: "too many texts, which we never send",
        source: "RFC 9110",
        reply: whole(400, 22),
        outcome: { kind: "rejected", code: "22" },
      },
    ],
    credit: {
      path: "/v1/balance",
      reply: says(200, { currency: "USD", balance: 25.5 }),
      reading: { amount: "25.5", unit: "USD", currency: "USD" },
    },
    calls: [
      ...(
        [
          [4, "sent"],
          [5, "delivered"],
          [6, "delivered"],
          [20, "undelivered"],
          [23, "undelivered"],
          [21, "failed"],
          [22, "failed"],
          [25, "failed"],
          [26, "failed"],
          [29, "failed"],
          [100, "failed"],
        ] as const
      ).map(([code, state]) => ({
        name: `a receipt with ${code}`,
        call: receipt(code, "Because"),
        events: {
          receipts: [
            {
              providerId: "m1",
              ref: "ref-1",
              phone: "447400123456",
              state,
              ...(state === "undelivered" || state === "failed" ? { code: String(code), detail: "Because" } : {}),
            },
          ],
          inbound: [],
          reply: { ...reply, contentType: "text/plain" },
        },
      })),
      {
        name: "states of the One API, whose form is another",
        call: postedJson({
          integrationId: "fa8090815f05d5ed015f0b5b56080cd2",
          integrationName: "My integration",
          event: {
            messageStatusUpdate: [
              {
                channel: "sms",
                timestamp: 1,
                statusCode: 5,
                status: "DELIVERED",
                messageId: "m1",
                clientMessageId: "ref-1",
              },
              {
                channel: "sms",
                timestamp: 1,
                statusCode: 23,
                status: "EXPIRED",
                messageId: "m2",
                clientMessageId: "ref-2",
              },
              {
                channel: "sms",
                timestamp: 1,
                statusCode: 3,
                status: "QUEUED",
                messageId: "m3",
                clientMessageId: "ref-3",
              },
            ],
          },
        }),
        events: {
          receipts: [
            { providerId: "m1", ref: "ref-1", state: "delivered" },
            { providerId: "m2", ref: "ref-2", state: "undelivered", code: "23", detail: "EXPIRED" },
          ],
          inbound: [],
        },
      },
      {
        name: "a state of the One API that tells nothing new",
        call: postedJson({ integrationId: "i", event: { messageStatusUpdate: [{ statusCode: 3, messageId: "m3" }] } }),
        events: { understood: true, receipts: [], inbound: [] },
      },
      {
        name: "texts of the One API",
        call: postedJson({
          integrationId: "fa8090815f05d5ed015f0b5b56080cd2",
          integrationName: "My integration",
          event: {
            moText: [
              {
                channel: "sms",
                messageId: "3a89680503414383af44dcd0e4e5f184",
                relatedMessageId: "d33eef0838a121f71069a4cc8d55c19e",
                relatedClientMessageId: "ref-1",
                from: "447400123456",
                to: "2799900002",
                timestamp: 1_506_607_698_000,
                content: "STOP",
                charset: "UTF-8",
                sms: { network: "23410" },
              },
            ],
          },
        }),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "3a89680503414383af44dcd0e4e5f184",
              from: "+447400123456",
              to: "2799900002",
              text: "STOP",
              media: [],
            },
          ],
        },
      },
      {
        name: "a picture of the One API, of which the words are read",
        call: postedJson({
          integrationId: "i",
          event: {
            moMedia: [
              {
                messageId: "p1",
                from: "447400123456",
                to: "2799900002",
                contentType: "image/jpeg",
                content: "AAAA",
                caption: "Stop",
              },
            ],
          },
        }),
        events: {
          inbound: [{ providerId: "p1", from: "+447400123456", to: "2799900002", text: "Stop", media: [] }],
        },
      },
      ...[1, 2, 3, 77].map((code) => ({
        name: `a receipt with ${code}`,
        call: receipt(code, "?"),
        events: { receipts: [], inbound: [], ...(code !== 77 && { understood: true as const }) },
      })),
      {
        name: "an incoming text",
        call: postedJson({
          integrationId: "i",
          messageId: "m2",
          replyMessageId: null,
          apiKey: "k",
          fromNumber: "447400123456",
          toNumber: "27820000000",
          timestamp: 1_480_000_000,
          text: "Hé 😀",
          charset: "UTF-8",
        }),
        events: {
          receipts: [],
          inbound: [
            { providerId: "m2", from: "+447400123456", to: "27820000000", text: "Hé 😀", media: [], at: "1480000000" },
          ],
        },
      },
    ],
  },
];
