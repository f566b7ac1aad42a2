import type { GatewayCase } from "./kit/case.ts";
import { byState, got, postedForm, says } from "./kit/says.ts";

const PASSWORD = "can4ry-pass";
const ID = "07033084-5cfd-4812-90a4-e4d24ffb6e3d";
const request = { method: "POST", path: "/send" };
const account = [
  ["username", "foouser"],
  ["password", PASSWORD],
] as const;
const error = (status: number, words: string) => ({ status, body: `Error "${words}"` });
const reply = { status: 200, body: "ACK/Jasmin", contentType: "text/plain" };
const form = (fields: Record<string, string>) => postedForm(fields, { ref: "ref-1" });
const text = { id: ID, from: "447400123456", to: "20203060", "origin-connector": "mtn", priority: "1" };

export const cases: readonly GatewayCase[] = [
  {
    title: "jasmin",
    dsn: (host) => `jasmin+http://foouser:${PASSWORD}@${host}?from=ACME&timeout=0.4`,
    secrets: [PASSWORD],
    sms: { text: "Grüße & 100%", validFor: 90, receiptUrl: "https://sms.example.org/svc/v1/receipts/main/abc" },
    request: {
      ...request,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      fields: [
        ...account,
        ["to", "447400123456"],
        ["from", "ACME"],
        ["coding", "0"],
        ["content", "Grüße & 100%"],
        ["validity-period", "1"],
        ["dlr", "yes"],
        ["dlr-url", "https://sms.example.org/svc/v1/receipts/main/abc?ref=ref-1"],
        ["dlr-level", "3"],
        ["dlr-method", "POST"],
      ],
    },
    requests: [
      {
        name: "a text in UCS-2 without receipts",
        sms: { text: "Ж😀", encoding: "ucs2", from: "+15005550006" },
        request: {
          ...request,
          fields: [
            ...account,
            ["to", "447400123456"],
            ["from", "15005550006"],
            ["coding", "8"],
            ["hex-content", "0416d83dde00"],
            ["dlr", "no"],
          ],
        },
      },
    ],
    accepted: {
      reply: { status: 200, body: `Success "${ID}"` },
      outcome: { kind: "accepted", providerIds: [ID] },
    },
    source: "documentation",
    refusals: {
      account: {
        "a wrong password": error(403, "Authentication failure for username:foouser"),
        "no credit": error(403, "Cannot charge submit_sm, check RouterPB log file for details"),
        "no right to send": error(403, "Authorization failed for user [foouser] (Cannot send MT messages)."),
      },
      sender: {
        "a filter of the user's": error(
          403,
          "Value filter failed for user [foouser] (source_address filter mismatch).",
        ),
      },
      text: {
        "a number behind a filter": error(
          403,
          "Value filter failed for user [foouser] (destination_address filter mismatch).",
        ),
        "content behind a filter": error(403, "Value filter failed for user [foouser] (content filter mismatch)."),
      },
      later: { "too fast": error(403, "User throughput exceeded") },
    },
    replies: [
      { name: "a yes without an id", reply: { status: 200, body: 'Success ""' }, outcome: { kind: "unknown" } },
      { name: "a yes that breaks off", reply: { status: 200, body: 'Success "0703' }, outcome: { kind: "unknown" } },
      { name: "an error under a yes", reply: error(200, "No route found"), outcome: { kind: "unknown" } },
      {
        name: "a number it does not take",
        reply: error(400, "Argument [to] has an invalid value: [447400123456]."),
        outcome: { kind: "rejected", code: "http_400", reason: "Argument [to] has an invalid value: […]." },
      },
      {
        name: "a wrong password",
        reply: error(403, "Authentication failure for username:foouser"),
        outcome: { kind: "stop", code: "http_403", reason: "Authentication failure for username:•••" },
      },
      {
        name: "no credit",
        reply: error(403, "Cannot charge submit_sm, check RouterPB log file for details"),
        outcome: { kind: "stop" },
      },
      {
        name: "more than the user may send in a second",
        source: "library",
        reply: error(403, "User throughput exceeded"),
        outcome: { kind: "later", throttled: true },
      },
      {
        name: "links that are all down",
        source: "library",
        reply: error(412, "Failover route has no bound connectors"),
        outcome: { kind: "later", code: "http_412" },
      },
      {
        name: "a script of the operator's that refuses this text with the status of an account in trouble",
        source: "library",
        reply: error(403, "Interception specific error code 403"),
        outcome: { kind: "rejected", code: "http_403" },
      },
      {
        name: "a script of the operator's that wants it tried again",
        source: "library",
        reply: error(503, "Interception specific error code 503"),
        outcome: { kind: "later" },
      },
      { name: "no route", reply: error(412, "No route found"), outcome: { kind: "rejected", code: "http_412" } },
      {
        name: "links that take nothing",
        reply: error(500, "Cannot send submit_sm, check SMPPClientManagerPB log file for details"),
        outcome: { kind: "later", code: "http_500" },
      },
      {
        name: "another failure of its own",
        source: "library",
        reply: error(500, "Unknown error: 'NoneType'"),
        outcome: { kind: "unknown" },
      },
    ],
    credit: {
      path: "/balance",
      reply: says(200, { balance: 100.5, sms_count: "ND" }),
      reading: { amount: "100.5", unit: "credits", currency: null },
    },
    calls: [
      ...byState(
        {
          sent: ["ESME_ROK", "ENROUTE", "ACCEPTD"],
          delivered: ["DELIVRD"],
          undelivered: ["UNDELIV", "EXPIRED", "UNKNOWN"],
          failed: ["REJECTD", "DELETED"],
        },
        (word, state) => ({
          name: `a receipt that says ${word}`,
          call: form({ id: ID, message_status: word, level: "3", connector: "mtn", err: "000", text: "Hello" }),
          events: { receipts: [{ providerId: ID, ref: "ref-1", state, detail: word }], inbound: [], reply },
        }),
      ),
      {
        name: "a refused submit",
        call: form({ id: ID, message_status: "ESME_RINVDSTADR", level: "1", connector: "mtn" }),
        events: {
          receipts: [
            { providerId: ID, ref: "ref-1", state: "failed", code: "ESME_RINVDSTADR", detail: "ESME_RINVDSTADR" },
          ],
          inbound: [],
          reply,
        },
      },
      ...["ESME_RSYSERR", "ESME_RTHROTTLED", "ESME_RMSGQFUL", "ESME_RINVSCHED"].map((word) => ({
        name: `a submit that Jasmin repeats after ${word}, of which it reports no more`,
        call: form({ id: ID, message_status: word, level: "1", connector: "mtn" }),
        events: { receipts: [], inbound: [], understood: true as const, reply },
      })),
      {
        name: "a receipt with an error of the network, by GET",
        call: got({ ref: "ref-1", id: ID, message_status: "UNDELIV", level: "2", err: "27" }),
        events: {
          receipts: [{ providerId: ID, ref: "ref-1", state: "undelivered", code: "27", detail: "UNDELIV" }],
          inbound: [],
          reply,
        },
      },
      {
        name: "a word it does not know",
        call: form({ id: ID, message_status: "DREAMT" }),
        events: { receipts: [], inbound: [], reply },
      },
      {
        name: "a text from a person",
        call: form({ ...text, coding: "0", content: "Hi & bye", binary: "4869202620627965" }),
        events: {
          receipts: [],
          inbound: [{ providerId: ID, from: "447400123456", to: "20203060", text: "Hi & bye", media: [] }],
          reply,
        },
      },
      ...[
        { name: "in UCS-2", coding: "\b", content: "\u0004\u0016?", binary: "0416d83dde00", read: "Ж😀" },
        { name: "in UCS-2, with digits for the coding", coding: "8", content: "", binary: "0416", read: "Ж" },
        { name: "in the GSM alphabet", coding: "\0", content: "\0\u0011?", binary: "0011041b657b02", read: "@_è€ä$" },
        { name: "in Latin 1", coding: "\u0003", content: "caf?", binary: "636166e9", read: "café" },
        { name: "with a class", coding: "ñ", content: "ARR", binary: "1f40", read: "É¡" },
        { name: "without its octets", coding: "\0", content: "STOP", binary: "", read: "STOP" },
      ].map(({ name, read, ...fields }) => ({
        name: `a text from a person ${name}`,
        call: form({ ...text, ...fields }),
        events: {
          receipts: [],
          inbound: [{ providerId: ID, from: "447400123456", to: "20203060", text: read, media: [] }],
          reply,
        },
      })),
      {
        name: "a part of a long text whose reference has two octets, which Jasmin does not join",
        call: form({ ...text, coding: "\0", content: "", binary: "060804002a020148656c6c6f" }),
        events: {
          receipts: [],
          inbound: [
            {
              providerId: ID,
              from: "447400123456",
              to: "20203060",
              text: "Hello",
              media: [],
              part: { reference: "42", total: 2, number: 1 },
            },
          ],
          reply,
        },
      },
      {
        name: "a text that only begins like a part",
        call: form({ ...text, coding: "\0", content: "", binary: "060804002a0203" }),
        events: {
          receipts: [],
          inbound: [{ providerId: ID, from: "447400123456", to: "20203060", text: "ùòè@*$¥", media: [] }],
          reply,
        },
      },
    ],
  },
];
