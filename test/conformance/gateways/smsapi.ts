import type { GatewayCase } from "./kit/case.ts";
import { got, postedForm, says } from "./kit/says.ts";

const TOKEN = "can4ryT0k3n";
const URL_OF_RECEIPTS = "https://sms.example.org/svc/v1/receipts/smsapi/t0ken?ref=ref-1";

const entry = (number: string, id: string, more: object = {}) => ({
  id,
  points: 0.16,
  number,
  date_sent: 1_800_000_000,
  submitted_number: number,
  status: "QUEUE",
  error: null,
  idx: "ref-1",
  parts: 2,
  ...more,
});
const answer = (list: readonly object[], more: object = {}) =>
  says(200, { count: list.length, list, length: 5, parts: 2, ...more });
const error = (code: number, more: object = {}) => says(200, { message: "No: 447400123456", error: code, ...more });
const receipt = (fields: Record<string, string>) => ({
  MsgId: "m1",
  idx: "ref-1",
  to: "447400123456",
  from: "ACME",
  donedate: "1800000000",
  username: "acme",
  points: "0.16",
  ...fields,
});
const reply = { status: 200, body: "OK", contentType: "text/plain" };
const words = [
  ["SENT", "403", "sent"],
  ["UNKNOWN", "408", "sent"],
  ["DELIVERED", "404", "delivered"],
  ["UNDELIVERED", "405", "undelivered"],
  ["EXPIRED", "402", "undelivered"],
  ["FAILED", "406", "failed"],
  ["REJECTED", "407", "failed"],
  ["STOP", "412", "failed"],
  ["NOT_FOUND", "401", "failed"],
] as const;
const reported = (word: string, state: (typeof words)[number][2]) => ({
  receipts: [
    {
      providerId: "m1",
      ref: "ref-1",
      phone: "447400123456",
      state,
      ...(state === "undelivered" || state === "failed" ? { code: word } : {}),
    },
  ],
  inbound: [],
  reply,
});

export const cases: readonly GatewayCase[] = [
  {
    title: "smsapi",
    dsn: (host) => `smsapi+http://${TOKEN}@${host}?from=ACME&timeout=0.4`,
    secrets: [TOKEN],
    now: "2027-01-15T08:00:00Z",
    sms: {
      text: "Grüße & 100% €",
      validFor: 3_600,
      receiptUrl: "https://sms.example.org/svc/v1/receipts/smsapi/t0ken?ref=ref-1",
    },
    request: {
      method: "POST",
      path: "/sms.do",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/x-www-form-urlencoded" },
      fields: [
        ["to", "447400123456"],
        ["message", "Grüße & 100% €"],
        ["encoding", "utf-8"],
        ["format", "json"],
        ["details", "1"],
        ["idx", "ref-1"],
        ["check_idx", "1"],
        ["from", "ACME"],
        ["notify_url", URL_OF_RECEIPTS],
        ["expiration_date", "1800003600"],
      ],
    },
    requests: [
      {
        name: "a flash text in UCS-2 of another sender",
        sms: { text: "Привет 😀", encoding: "ucs2", flash: true, from: "+48500000000" },
        request: {
          method: "POST",
          path: "/sms.do",
          fields: [
            ["to", "447400123456"],
            ["message", "Привет 😀"],
            ["encoding", "utf-8"],
            ["format", "json"],
            ["details", "1"],
            ["idx", "ref-1"],
            ["check_idx", "1"],
            ["from", "48500000000"],
            ["flash", "1"],
          ],
        },
      },
    ],
    accepted: {
      reply: answer([entry("447400123456", "6173EAB2")]),
      outcome: { kind: "accepted", providerIds: ["6173EAB2"], segments: 2, response: "QUEUE" },
      decisive: [["list", 0, "status"], ["list", 0], ["list"]],
    },
    many: {
      batch: [
        { to: "+447400123456" as never, receiptUrl: "https://sms.example.org/r?ref=ref-1" },
        { to: "+12025550123" as never, receiptUrl: "https://sms.example.org/r?ref=ref-2" },
        { to: "+46766861001" as never, receiptUrl: "https://sms.example.org/r?ref=ref-3" },
        { to: "+61491570006" as never, receiptUrl: "https://sms.example.org/r?ref=ref-4" },
      ],
      request: {
        method: "POST",
        path: "/sms.do",
        fields: [
          ["to", "447400123456,12025550123,46766861001,61491570006"],
          ["message", "Hello"],
          ["encoding", "utf-8"],
          ["format", "json"],
          ["details", "1"],
          ["idx", "ref-1|ref-2|ref-3|ref-4"],
          ["check_idx", "1"],
          ["from", "ACME"],
          ["notify_url", "https://sms.example.org/r"],
        ],
      },
      reply: answer([entry("46766861001", "m3"), entry("447400123456", "m1")], {
        invalid_numbers: [{ number: "12025550123", submitted_number: "12025550123", message: "Invalid phone number" }],
      }),
      outcomes: [
        { kind: "accepted", providerIds: ["m1"] },
        { kind: "rejected", code: "invalid_number", reason: "Invalid phone number" },
        { kind: "accepted", providerIds: ["m3"] },
        { kind: "unknown" },
      ],
    },
    source: "third party",
    refusals: {
      account: { "no credit": error(103), "a wrong token": error(101) },
      sender: { "14": error(14) },
      text: { "a number that is none": error(13), "too long": error(11) },
      later: { "ten texts in a minute": error(52), "too fast": error(202) },
    },
    replies: [
      ...[11, 12, 13, 17, 57, 94, 112].map((code) => ({
        name: `permanent error ${code}`,
        reply: error(code),
        outcome: { kind: "rejected", code: String(code), reason: "No: …" } as const,
      })),
      {
        name: "no right number, each named",
        reply: error(13, { invalid_numbers: [{ number: "447400123456", submitted_number: "+447400123456" }] }),
        outcome: { kind: "rejected", code: "invalid_number" },
      },
      ...[14, 98, 101, 102, 103, 105, 110, 401].map((code) => ({
        name: `account error ${code}`,
        reply: error(code),
        outcome: { kind: "stop", code: String(code) } as const,
      })),
      {
        name: "a number that had too many texts",
        reply: error(52),
        outcome: { kind: "later", code: "52" },
      },
      { name: "too much at once", reply: error(202), outcome: { kind: "later", code: "202", throttled: true } },
      { name: "a person who opted out", reply: error(59), outcome: { kind: "rejected", code: "59", optedOut: true } },
      {
        name: "a reference that was sent within a day",
        source: "documentation",
        reply: error(53),
        outcome: { kind: "accepted", providerIds: [], response: "already sent" },
      },
      // 8 is an error of SMSAPI's own to some, and a wrong number to others.
      ...[8, 201, 203, 999, 1000, 72].map((code) => ({
        name: `error ${code}`,
        source: "unconfirmed" as const,
        reply: error(code),
        outcome: { kind: "unknown" } as const,
      })),
      {
        name: "an error of one text",
        reply: answer([entry("447400123456", "", { error: 13 })]),
        outcome: { kind: "rejected", code: "13" },
      },
      ...["NOT_FOUND", "EXPIRED", "UNDELIVERED", "FAILED", "REJECTED", "STOP"].map((status) => ({
        name: `${status} at once`,
        source: "library" as const,
        reply: answer([entry("447400123456", "m1", { status })]),
        outcome: { kind: "rejected", code: status } as const,
      })),
      {
        name: "a new status",
        source: "unconfirmed",
        reply: answer([entry("447400123456", "m1", { status: "NEW" })]),
        outcome: { kind: "unknown" },
      },
      { name: "no id", source: "library", reply: answer([entry("447400123456", "")]), outcome: { kind: "unknown" } },
      { name: "an empty list", source: "library", reply: answer([]), outcome: { kind: "unknown" } },
    ],
    credit: {
      path: "/profile",
      reply: says(200, { name: "acme", points: 120.5, payment_type: "prepaid" }),
      reading: { amount: "120.5", unit: "points", currency: null },
    },
    calls: [
      ...words.map(([word, status, state]) => ({
        name: `a receipt that says ${word}`,
        call: got(receipt({ status_name: word, status })),
        events: reported(word, state),
      })),
      ...words.map(([word, status, state]) => ({
        name: `a receipt with ${status} and no word, by POST`,
        call: postedForm(receipt({ status })),
        events: reported(word, state),
      })),
      ...["QUEUE", "ACCEPTED", "RENEWAL", "hasOwnProperty"].map((word) => ({
        name: `a receipt that says ${word}`,
        call: got(receipt({ status_name: word })),
        events: { receipts: [], inbound: [], reply, ...(word !== "hasOwnProperty" && { understood: true as const }) },
      })),
      {
        name: "receipts of several texts in one call",
        call: got({
          MsgId: "m1,m2,m3",
          status: "404,409,406",
          status_name: "DELIVERED,QUEUE,FAILED",
          idx: "ref-1,ref-2,ref-3",
          to: "447400123456,12025550123,46766861001",
        }),
        events: {
          receipts: [
            { providerId: "m1", ref: "ref-1", phone: "447400123456", state: "delivered" },
            { providerId: "m3", ref: "ref-3", phone: "46766861001", state: "failed", code: "FAILED" },
          ],
          inbound: [],
          reply,
        },
      },
      {
        name: "an incoming text with commas",
        call: postedForm({
          sms_to: "48500000000",
          sms_from: "447400123456",
          sms_text: "Hé, 😀",
          sms_date: "1795168800",
          username: "acme",
        }),
        events: {
          receipts: [],
          inbound: [{ from: "+447400123456", to: "48500000000", text: "Hé, 😀", media: [], at: "1795168800" }],
          reply,
        },
      },
    ],
  },
];
