import type { GatewayCase } from "./kit/case.ts";
import { byState, postedForm, reply, says } from "./kit/says.ts";

const PASSWORD = "C4N4RYP4SSWORD";
const BASIC = Buffer.from(`u0123:${PASSWORD}`).toString("base64");
const URL_OF_RECEIPTS = "https://sms.example.org/svc/v1/receipts/elks/t0ken?ref=ref-1";
const ID = "s1bd965cc067fcaba9b09c128a555c815";

const created = (more: object = {}) =>
  says(200, {
    id: ID,
    from: "ACME",
    to: "+447400123456",
    message: "…",
    status: "created",
    created: "2026-11-20T10:00:00.000000",
    direction: "outgoing",
    cost: 7000,
    parts: 2,
    ...more,
  });
const call = (fields: Record<string, string>, query: Record<string, string> = { ref: "ref-1" }) =>
  postedForm(fields, query);

export const cases: readonly GatewayCase[] = [
  {
    title: "elks",
    dsn: (host) => `elks+http://u0123:${PASSWORD}@${host}?from=ACME&timeout=0.4`,
    secrets: [PASSWORD, BASIC],
    sms: { text: "Grüße & 100% €", receiptUrl: "https://sms.example.org/svc/v1/receipts/elks/t0ken" },
    request: {
      method: "POST",
      path: "/a1/sms",
      headers: { authorization: `Basic ${BASIC}`, "content-type": "application/x-www-form-urlencoded" },
      fields: [
        ["from", "ACME"],
        ["to", "+447400123456"],
        ["message", "Grüße & 100% €"],
        ["whendelivered", URL_OF_RECEIPTS],
      ],
    },
    requests: [
      {
        name: "a flash text in UCS-2 of another sender",
        sms: { text: "Привет 😀", encoding: "ucs2", flash: true, from: "+46766861004" },
        request: {
          method: "POST",
          path: "/a1/sms",
          fields: [
            ["from", "+46766861004"],
            ["to", "+447400123456"],
            ["message", "Привет 😀"],
            ["flashsms", "yes"],
          ],
        },
      },
      {
        name: "a text with a picture",
        sms: { media: ["https://example.org/a.png"], receiptUrl: "https://sms.example.org/r" },
        request: {
          method: "POST",
          path: "/a1/mms",
          fields: [
            ["from", "ACME"],
            ["to", "+447400123456"],
            ["message", "Hello"],
            ["image", "https://example.org/a.png"],
          ],
        },
      },
      {
        name: "a picture alone",
        sms: { text: "", media: ["https://example.org/a.png"] },
        request: {
          method: "POST",
          path: "/a1/mms",
          fields: [
            ["from", "ACME"],
            ["to", "+447400123456"],
            ["image", "https://example.org/a.png"],
          ],
        },
      },
    ],
    accepted: {
      reply: created(),
      outcome: { kind: "accepted", providerIds: [ID], segments: 2, response: "created" },
    },
    source: "documentation",
    refusals: {
      account: { "no credit": { status: 403, body: "Not enough credits" }, "a wrong key": { status: 401, body: "no" } },
      sender: "Its errors are words in no list.",
      text: {
        "failed immediately": created({ status: "failed" }),
        "a bad request": { status: 400, body: "Invalid to" },
      },
    },
    replies: [
      { name: "sent at once", reply: created({ status: "sent" }), outcome: { kind: "accepted", response: "sent" } },
      {
        name: "failed immediately",
        reply: created({ status: "failed" }),
        outcome: { kind: "rejected", code: "failed" },
      },
      {
        name: "an MMS that the vendor has",
        reply: created({ status: "recieved" }),
        outcome: { kind: "accepted", response: "recieved" },
      },
      {
        name: "an answer without a status",
        source: "library",
        reply: created({ status: undefined }),
        outcome: { kind: "accepted", providerIds: [ID] },
      },
      {
        name: "an answer without a status, and an id of another form",
        source: "unconfirmed",
        reply: created({ status: undefined, id: "7" }),
        outcome: { kind: "unknown" },
      },
      { name: "a status that is no word", reply: created({ status: null }), outcome: { kind: "unknown" } },
      { name: "no id", reply: created({ id: null }), outcome: { kind: "unknown" } },
      {
        name: "a new status",
        source: "unconfirmed",
        reply: created({ status: "parked" }),
        outcome: { kind: "unknown" },
      },
      {
        name: "a wrong number",
        source: "RFC 9110",
        reply: { status: 400, body: '"Invalid to number +447400123456"' },
        outcome: { kind: "rejected", code: "http_400", reason: '"Invalid to number …"' },
      },
      {
        name: "a wrong password",
        source: "RFC 9110",
        reply: { status: 401, body: "API access requires Basic HTTP authentication" },
        outcome: { kind: "stop", code: "http_401", reason: "API access requires Basic HTTP authentication" },
      },
      {
        name: "no credit",
        source: "RFC 9110",
        reply: { status: 403, body: "Not enough credits" },
        outcome: { kind: "stop", code: "http_403", reason: "Not enough credits" },
      },
    ],
    credit: {
      path: "/a1/me",
      reply: says(200, { id: "u1", displayname: "ACME", currency: "SEK", balance: 10_349_025 }),
      reading: { amount: "1034.9025", unit: "SEK", currency: "SEK" },
    },
    calls: [
      ...byState({ sent: ["sent"], delivered: ["delivered"], failed: ["failed"] }, (word, state) => ({
        name: `a receipt that says ${word}`,
        call: call({ id: ID, status: word, delivered: "2026-11-20T10:00:05.000000" }),
        events: { receipts: [{ providerId: ID, ref: "ref-1", state }], inbound: [], reply },
      })),
      ...["created", "constructor", ""].map((word) => ({
        name: `a receipt that says ${word || "nothing"}`,
        call: call({ id: ID, status: word }),
        events: {
          receipts: [],
          inbound: [],
          reply,
          ...(word !== "constructor" && word !== "" && { understood: true as const }),
        },
      })),
      {
        name: "an incoming text",
        call: call(
          {
            direction: "incoming",
            id: "s2",
            from: "+447400123456",
            to: "+46766861004",
            message: "Hé 😀",
            created: "2026-11-20T10:00:00.000000",
          },
          {},
        ),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "s2",
              from: "+447400123456",
              to: "+46766861004",
              text: "Hé 😀",
              media: [],
              at: "2026-11-20T10:00:00.000000Z",
            },
          ],
          reply,
        },
      },
      {
        name: "an incoming MMS",
        call: call(
          {
            direction: "incoming",
            id: "m3",
            from: "+447400123456",
            to: "+46766861004",
            message: "",
            image: "https://api.46elks.com/a1/1",
            image2: "https://api.46elks.com/a1/2",
          },
          {},
        ),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: "m3",
              from: "+447400123456",
              to: "+46766861004",
              text: "",
              media: ["https://api.46elks.com/a1/1", "https://api.46elks.com/a1/2"],
            },
          ],
          reply,
        },
      },
    ],
  },
];
