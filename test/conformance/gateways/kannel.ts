import type { GatewayCase } from "./kit/case.ts";
import { got, reply } from "./kit/says.ts";

const PASSWORD = "can4ry-pass";
const request = { method: "GET", path: "/cgi-bin/sendsms" };
const account = [
  ["username", "tester"],
  ["password", PASSWORD],
] as const;
const report = (state: string, said: string, more: Record<string, string> = {}) =>
  got({ ref: "ref-1", state, smsc_id: "1", said, to: "+447400123456", ...more });
const receipt = { providerId: "1", ref: "ref-1", phone: "+447400123456" };

/** As Kannel 1.4.5 called us for "Привет ☃" of data_coding 8. */
const RAW = "%04%1F%04%40%048%042%045%04B%00+%26%03";
const wide = got({ from: "+447400123456", to: "13013", charset: "UTF-16BE", id: "in-2" });

export const cases: readonly GatewayCase[] = [
  {
    title: "kannel",
    dsn: (host) => `kannel+http://tester:${PASSWORD}@${host}?from=13013&timeout=0.4`,
    secrets: [PASSWORD],
    sms: { text: "{Grüße} & 100% €", validFor: 600, receiptUrl: "https://sms.example.org/svc/v1/receipts/main/a%2Bb" },
    request: {
      ...request,
      fields: [
        ...account,
        ["from", "13013"],
        ["to", "+447400123456"],
        ["text", "{Grüße} & 100% €"],
        ["charset", "UTF-8"],
        ["coding", "0"],
        ["validity", "10"],
        ["dlr-mask", "27"],
        ["dlr-url", "https://sms.example.org/svc/v1/receipts/main/a%%2Bb?ref=ref-1&state=%d&smsc_id=%F&said=%A&to=%p"],
      ],
    },
    requests: [
      {
        name: "a flash text in UCS-2 without receipts",
        sms: { text: "Ж😀", encoding: "ucs2", flash: true, from: "ACME" },
        request: {
          ...request,
          fields: [
            ...account,
            ["from", "ACME"],
            ["to", "+447400123456"],
            ["text", "Ж😀"],
            ["charset", "UTF-8"],
            ["coding", "2"],
            ["mclass", "0"],
          ],
        },
      },
    ],
    accepted: {
      reply: { status: 202, body: "0: Accepted for delivery" },
      outcome: { kind: "accepted", providerIds: [], response: "0: Accepted for delivery" },
    },
    source: "measured",
    refusals: {
      account: { "a wrong password": { status: 403, body: "Authorization failed for sendsms" } },
      sender: "It checks none.",
      text: { "a number without a way": { status: 403, body: "Not routable. Do not try again." } },
      later: { busy: { status: 503, body: "Temporal failure, try again later." } },
    },
    replies: [
      {
        name: "no link is up, and Kannel keeps the text",
        reply: { status: 202, body: "3: Queued for later delivery" },
        outcome: { kind: "accepted", providerIds: [] },
      },
      { name: "other words", reply: { status: 202, body: "Sent." }, outcome: { kind: "unknown" } },
      {
        name: "a wrong password",
        reply: { status: 403, body: "Authorization failed for sendsms" },
        outcome: { kind: "stop", code: "http_403", reason: "Authorization failed for sendsms" },
      },
      {
        name: "a number that no link may send to, under the status of a wrong password",
        source: "library",
        reply: { status: 403, body: "Not routable. Do not try again." },
        outcome: { kind: "rejected", code: "http_403", reason: "Not routable. Do not try again." },
      },
      {
        name: "a number on Kannel's black list",
        source: "library",
        reply: { status: 400, body: "Number(s) has/have been denied by white- and/or black-lists." },
        outcome: { kind: "rejected", code: "http_400" },
      },
      {
        name: "no receiver",
        reply: { status: 400, body: "Missing receiver number, rejected" },
        outcome: { kind: "rejected", code: "http_400" },
      },
      {
        name: "a failure for now",
        source: "documentation",
        reply: { status: 503, body: "Temporal failure, try again later." },
        outcome: { kind: "later", code: "http_503" },
      },
    ],
    calls: [
      {
        name: "a report that the SMSC took it",
        call: report("8", "ACK/"),
        events: { receipts: [{ ...receipt, state: "sent" }], inbound: [], reply },
      },
      {
        name: "a report of delivery",
        call: report(
          "1",
          "id:1 sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 stat:DELIVRD err:000 text:",
        ),
        events: { receipts: [{ ...receipt, state: "delivered" }], inbound: [], reply },
      },
      {
        name: "a report of failure",
        call: report("2", "id:1 sub:001 dlvrd:000 stat:UNDELIV err:01B text:Hello"),
        events: { receipts: [{ ...receipt, state: "undelivered", code: "01B" }], inbound: [], reply },
      },
      {
        name: "a report that the SMSC refused it",
        call: report("16", "NACK/0x0000000b/Invalid Destination Address", { smsc_id: "" }),
        events: {
          receipts: [{ ref: "ref-1", phone: "+447400123456", state: "failed", code: "0x0000000b" }],
          inbound: [],
          reply,
        },
      },
      {
        name: "a report of another kind",
        call: report("4", ""),
        events: { understood: true, receipts: [], inbound: [], reply },
      },
      {
        name: "a text from a person",
        call: got({
          from: "+447400123456",
          to: "13013",
          text: "hi & bye",
          charset: "UTF-8",
          id: "in-1",
          time: "1796000000",
        }),
        events: {
          receipts: [],
          inbound: [
            { providerId: "in-1", from: "+447400123456", to: "13013", text: "hi & bye", media: [], at: "1796000000" },
          ],
          reply,
        },
      },
      {
        name: "a text from a person in UCS-2",
        call: { ...wide, url: `${wide.url}&text=${RAW}`, query: { ...wide.query, text: "garbled" } },
        events: {
          receipts: [],
          inbound: [{ providerId: "in-2", from: "+447400123456", to: "13013", text: "Привет ☃", media: [] }],
          reply,
        },
      },
    ],
  },
  {
    title: "kannel by a certain link",
    dsn: (host) => `kannel+http://tester:${PASSWORD}@${host}/sendsms?smsc=one&account=sales&timeout=0.4`,
    secrets: [PASSWORD],
    request: {
      method: "GET",
      path: "/sendsms",
      fields: [
        ...account,
        ["smsc", "one"],
        ["account", "sales"],
        ["to", "+447400123456"],
        ["text", "Hello"],
        ["charset", "UTF-8"],
        ["coding", "0"],
      ],
    },
    accepted: {
      reply: { status: 202, body: "0: Accepted for delivery" },
      outcome: { kind: "accepted", providerIds: [], response: "0: Accepted for delivery" },
    },
    source: "measured",
    replies: [],
  },
];
