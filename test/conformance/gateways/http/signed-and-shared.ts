import type { GatewayCase } from "../kit/case.ts";
import { json, recipe, SECRET } from "./kit.ts";

export const netgsm: GatewayCase = {
  title: "http for NetGSM",
  dsn: recipe("NetGSM"),
  secrets: [SECRET],
  sms: { to: "+905321234567" as never, text: "İyi günler", encoding: "ucs2" },
  request: {
    method: "POST",
    path: "/sms/rest/v2/send",
    headers: { authorization: `Basic ${Buffer.from(`USER:${SECRET}`).toString("base64")}` },
    json: { msgheader: "ACME", encoding: "TR", messages: [{ msg: "İyi günler", no: "5321234567" }] },
  },
  accepted: {
    reply: json(200, { code: "00", jobid: "17377215342605050417149344", description: "queued" }),
    outcome: { kind: "accepted", providerIds: ["17377215342605050417149344"] },
  },
  source: "library",
  replies: [
    ...(
      [
        ["20", "rejected"],
        ["30", "stop"],
        ["40", "stop"],
        ["50", "stop"],
        ["51", "stop"],
        ["70", "rejected"],
        ["80", "later"],
        ["85", "later"],
      ] as const
    ).map(([code, kind]) => ({
      name: `code ${code}`,
      reply: json(406, { code, description: "no" }),
      outcome: { kind, code, reason: "no" },
    })),
    { name: "a refusal under 200", reply: json(200, { code: "40" }), outcome: { kind: "stop", code: "40" } },
  ],
};

const philippine = (last: string) => ({ to: `+63917123456${last}` as never, ref: `ref-${last}` });
const sent = (recipient: string, status = "Pending") => ({
  message_id: 1_234_560 + Number(recipient.at(-1)),
  recipient,
  status,
  type: "bulk",
});

export const semaphore: GatewayCase = {
  title: "http for Semaphore",
  dsn: recipe("Semaphore"),
  secrets: [SECRET],
  sms: { text: "Kumusta & salamat", ...philippine("1") },
  request: {
    method: "POST",
    path: "/api/v4/messages",
    fields: [
      ["apikey", SECRET],
      ["number", "639171234561"],
      ["message", "Kumusta & salamat"],
      ["sendername", "ACME"],
    ],
  },
  accepted: {
    reply: json(200, [sent("639171234561")]),
    outcome: { kind: "accepted", providerIds: ["1234561"] },
  },
  many: {
    batch: ["1", "2", "3", "4"].map((last) => ({ text: "Hi", ...philippine(last) })),
    request: {
      method: "POST",
      path: "/api/v4/messages",
      fields: [
        ["apikey", SECRET],
        ["number", "639171234561,639171234562,639171234563,639171234564"],
        ["message", "Hi"],
        ["sendername", "ACME"],
      ],
    },
    // In another order, one refused, one missing.
    reply: json(200, [sent("639171234563"), sent("639171234561", "Failed"), sent("639171234562", "Queued")]),
    outcomes: [
      { kind: "rejected", code: "Failed" },
      { kind: "accepted", providerIds: ["1234562"] },
      { kind: "accepted", providerIds: ["1234563"] },
      { kind: "unknown" },
    ],
  },
  source: "documentation",
  replies: [
    { name: "somebody else alone", reply: json(200, [sent("639179999999")]), outcome: { kind: "unknown" } },
    {
      name: "one person twice",
      reply: json(200, [sent("639171234561"), sent("639171234561", "Failed")]),
      outcome: { kind: "unknown" },
    },
    { name: "a status of the future", reply: json(200, [sent("639171234561", "Odd")]), outcome: { kind: "rejected" } },
    { name: "nobody", reply: json(200, []), outcome: { kind: "unknown" } },
    {
      name: "an id without a person",
      reply: json(200, { message_id: 7, status: "Pending" }),
      outcome: { kind: "unknown" },
    },
    { name: "too many calls", reply: { status: 429, body: "{}" }, outcome: { kind: "later", throttled: true } },
  ],
  credit: {
    path: "/api/v4/account",
    reply: json(200, { account_id: 1, credit_balance: 120 }),
    reading: { amount: "120", unit: "credits", currency: null },
  },
};

export const solapi: GatewayCase = {
  title: "http for Solapi",
  dsn: recipe("Solapi"),
  secrets: [SECRET],
  now: "2027-06-01T10:00:00.000Z",
  sms: { to: "+821012345678" as never, text: "안녕하세요", encoding: "ucs2" },
  request: {
    method: "POST",
    path: "/messages/v4/send",
    headers: {
      authorization:
        /^HMAC-SHA256 apiKey=USER, date=2027-06-01T10:00:00.000Z, salt=[\da-f]{32}, signature=[\da-f]{64}$/,
    },
    json: { message: { to: "01012345678", from: "0212345678", text: "안녕하세요" } },
  },
  accepted: {
    reply: json(200, { groupId: "G4V1", to: "01012345678", type: "SMS", messageId: "M4V1", statusCode: "2000" }),
    outcome: { kind: "accepted", providerIds: ["M4V1"] },
  },
  source: "library",
  replies: [
    {
      name: "no money",
      source: "third party",
      reply: json(400, { errorCode: "NotEnoughBalance", errorMessage: "no" }),
      outcome: { kind: "stop", code: "NotEnoughBalance" },
    },
    {
      name: "a wrong signature",
      source: "third party",
      reply: json(403, { errorCode: "SignatureDoesNotMatch", errorMessage: "no" }),
      outcome: { kind: "stop", code: "SignatureDoesNotMatch" },
    },
    {
      name: "a number that is none",
      reply: json(200, { statusCode: "1062", statusMessage: "bad", messageId: "M4V2" }),
      outcome: { kind: "rejected", code: "1062", reason: "bad" },
    },
  ],
  credit: {
    path: "/cash/v1/balance",
    reply: json(200, { balance: 5_000.5, point: 10 }),
    reading: { amount: "5000.5", unit: "KRW", currency: "KRW" },
  },
};
