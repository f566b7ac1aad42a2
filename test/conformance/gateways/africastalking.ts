import type { GatewayCase } from "./kit/case.ts";
import { byState, postedForm, reply, says } from "./kit/says.ts";

const KEY = "atsk_can4ry";

const taken = (number: string, messageId: string, more: object = {}) => ({
  statusCode: 101,
  number,
  status: "Success",
  cost: "KES 0.8000",
  messageId,
  messageParts: 2,
  ...more,
});
const refused = (number: string, statusCode: number, status: string) => ({
  statusCode,
  number,
  status,
  cost: "0",
  messageId: "None",
});
const answer = (recipients: readonly object[]) =>
  says(201, { SMSMessageData: { Message: "Sent to 1/1 Total Cost: KES 0.8000", Recipients: recipients } });
const nobody = (message: string) => says(201, { SMSMessageData: { Message: message, Recipients: [] } });
const receipt = (status: string, more: Record<string, string> = {}) =>
  postedForm({ id: "ATXid_1", status, phoneNumber: "+447400123456", networkCode: "63902", retryCount: "0", ...more });

export const cases: readonly GatewayCase[] = [
  {
    title: "africastalking",
    dsn: (host) => `africastalking+http://acme:${KEY}@${host}?from=ACME&timeout=0.4`,
    secrets: [KEY],
    sms: { text: "Grüße & 100% €" },
    request: {
      method: "POST",
      path: "/version1/messaging",
      headers: { apikey: KEY, accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      fields: [
        ["username", "acme"],
        ["to", "+447400123456"],
        ["message", "Grüße & 100% €"],
        ["from", "ACME"],
        ["bulkSMSMode", "1"],
      ],
    },
    requests: [
      {
        name: "a text in UCS-2 of another sender",
        sms: { text: "Привет 😀", encoding: "ucs2", from: "12345" },
        request: {
          method: "POST",
          path: "/version1/messaging",
          fields: [
            ["username", "acme"],
            ["to", "+447400123456"],
            ["message", "Привет 😀"],
            ["from", "12345"],
            ["bulkSMSMode", "1"],
          ],
        },
      },
    ],
    accepted: {
      reply: answer([taken("+447400123456", "ATXid_0123")]),
      outcome: { kind: "accepted", providerIds: ["ATXid_0123"], segments: 2, response: "Success" },
      decisive: [
        ["SMSMessageData", "Recipients", 0, "statusCode"],
        ["SMSMessageData", "Recipients", 0, "number"],
        ["SMSMessageData", "Recipients"],
        ["SMSMessageData"],
      ],
    },
    many: {
      batch: [
        { to: "+447400123456" as never },
        { to: "+12025550123" as never },
        { to: "+254700000000" as never },
        { to: "+61491570006" as never },
      ],
      request: {
        method: "POST",
        path: "/version1/messaging",
        fields: [
          ["username", "acme"],
          ["to", "+447400123456,+12025550123,+254700000000,+61491570006"],
          ["message", "Hello"],
          ["from", "ACME"],
          ["bulkSMSMode", "1"],
          ["enqueue", "1"],
        ],
      },
      reply: answer([
        refused("+254700000000", 406, "UserInBlacklist"),
        taken("+12025550123", "ATXid_2", { statusCode: 102 }),
        taken("+447400123456", "ATXid_1", { statusCode: 100, messageParts: undefined }),
      ]),
      outcomes: [
        { kind: "accepted", providerIds: ["ATXid_1"] },
        { kind: "accepted", providerIds: ["ATXid_2"], segments: 2 },
        { kind: "rejected", code: "406", reason: "UserInBlacklist", optedOut: true },
        { kind: "unknown" },
      ],
    },
    source: "third party",
    refusals: {
      account: {
        "no credit, by recipient": answer([refused("+447400123456", 405, "InsufficientBalance")]),
        "no credit, for all": nobody("InsufficientBalance"),
      },
      sender: {
        "by recipient": answer([refused("+447400123456", 402, "InvalidSenderId")]),
        "for all": nobody("InvalidSenderId"),
      },
      text: {
        "a number that is none": answer([refused("+447400123456", 403, "InvalidPhoneNumber")]),
        "a number that is none, for all": nobody("InvalidPhoneNumber"),
      },
      later: { "a carrier that is down": answer([refused("+447400123456", 501, "GatewayError")]) },
      unheardOf: {
        "by recipient": answer([refused("+447400123456", 499, "Dreamt")]),
        "for all": nobody("Dreamt"),
      },
    },
    replies: [
      ...(
        [
          [401, "RiskHold"],
          [403, "InvalidPhoneNumber"],
          [404, "UnsupportedNumberType"],
          [407, "CouldNotRoute"],
          [409, "DoNotDisturbRejection"],
        ] as const
      ).map(([code, word]) => ({
        name: word,
        reply: answer([refused("+447400123456", code, word)]),
        outcome: { kind: "rejected", code: String(code), reason: word } as const,
      })),
      {
        name: "a person who wants nothing from the sender",
        reply: answer([refused("+447400123456", 406, "UserInBlacklist")]),
        outcome: { kind: "rejected", code: "406", reason: "UserInBlacklist", optedOut: true },
      },
      ...(
        [
          [402, "InvalidSenderId"],
          [405, "InsufficientBalance"],
        ] as const
      ).map(([code, word]) => ({
        name: word,
        reply: answer([refused("+447400123456", code, word)]),
        outcome: { kind: "stop", code: String(code) } as const,
      })),
      ...(
        [
          [500, "InternalServerError"],
          [501, "GatewayError"],
          [502, "RejectedByGateway"],
        ] as const
      ).map(([code, word]) => ({
        name: word,
        reply: answer([refused("+447400123456", code, word)]),
        outcome: { kind: "later", code: String(code) } as const,
      })),
      {
        name: "a code that nobody knows",
        source: "unconfirmed",
        reply: answer([refused("+447400123456", 408, "New")]),
        outcome: { kind: "later", code: "408" },
      },
      { name: "taken without an id", reply: answer([taken("+447400123456", "None")]), outcome: { kind: "unknown" } },
      { name: "nobody named", reply: answer([]), outcome: { kind: "unknown" } },
      {
        name: "a wrong key, in plain words",
        source: "documentation",
        reply: { status: 401, body: "The supplied authentication is invalid" },
        outcome: { kind: "stop", code: "http_401", reason: "The supplied authentication is invalid" },
      },
    ],
    credit: {
      path: "/version1/user",
      reply: says(200, { UserData: { balance: "KES 1785.50" } }),
      reading: { amount: "1785.50", unit: "KES", currency: "KES" },
    },
    calls: [
      ...byState(
        {
          sent: ["Sent", "Submitted"],
          delivered: ["Success"],
          undelivered: ["Failed", "AbsentSubscriber", "Expired"],
          failed: ["Rejected"],
        },
        (word, state) => ({
          name: `a receipt that says ${word}`,
          call: receipt(word, { failureReason: "UserInBlackList" }),
          events: {
            receipts: [
              {
                providerId: "ATXid_1",
                phone: "+447400123456",
                state,
                ...(state === "undelivered" || state === "failed" ? { code: word, detail: "UserInBlackList" } : {}),
              },
            ],
            ...(state === "undelivered" || state === "failed" ? { optOuts: ["+447400123456"] } : {}),
            inbound: [],
            reply,
          },
        }),
      ),
      ...["Buffered", "Queued", "toString"].map((word) => ({
        name: `a receipt that says ${word}`,
        call: receipt(word),
        events: {
          receipts: [],
          inbound: [],
          reply,
          ...(word !== "Queued" && word !== "toString" && { understood: true as const }),
        },
      })),
      {
        name: "an incoming text",
        call: postedForm({
          from: "+254700000000",
          to: "12345",
          text: "Hé 😀",
          date: "2026-11-20T10:00:00Z",
          id: "in1",
          linkId: "l",
          networkCode: "63902",
        }),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "in1",
              from: "+254700000000",
              to: "12345",
              text: "Hé 😀",
              media: [],
              at: "2026-11-20T10:00:00Z",
            },
          ],
          reply,
        },
      },
      {
        name: "an opt-out, which is no text",
        call: postedForm({ senderId: "ACME", phoneNumber: "+254700000000" }),
        events: { receipts: [], inbound: [], reply },
      },
    ],
  },
];
