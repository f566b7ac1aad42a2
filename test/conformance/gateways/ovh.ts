import type { GatewayCase } from "./kit/case.ts";
import { byState, got, reply, says } from "./kit/says.ts";

const [KEY, SECRET, CONSUMER] = ["can4ryAppKey", "can4ryAppSecret", "can4ryConsumer"];
const path = "/1.0/sms/sms-ab12345-1/jobs";
const request = { method: "POST", path };
const text = {
  message: "Hello",
  receivers: ["+447400123456"],
  charset: "UTF-8",
  coding: "7bit",
  class: "phoneDisplay",
};
const base = { ...text, sender: "ACME", noStopClause: true };
const taken = { ids: [30201], validReceivers: ["+447400123456"], invalidReceivers: [], totalCreditsRemoved: 1 };
const yes = {
  reply: says(200, taken),
  outcome: { kind: "accepted", providerIds: ["30201"] } as const,
  decisive: [["validReceivers"], ["validReceivers", 0]],
};
const error = (status: number, message: string) => says(status, { message });
const report = (ptt: string) =>
  got({ id: "30201", ptt, date: "2026-11-20 10:00:00", description: "1", descriptionDlr: "Success" });

export const cases: readonly GatewayCase[] = [
  {
    title: "ovh",
    dsn: (host) =>
      `ovh+http://${KEY}:${SECRET}@${host}?consumer_key=${CONSUMER}&service=sms-ab12345-1&from=ACME&timeout=0.4`,
    secrets: [SECRET, CONSUMER],
    now: "2026-11-20T10:00:00Z",
    sms: { text: "Grüße & 100%", validFor: 600 },
    request: {
      ...request,
      headers: {
        "content-type": "application/json",
        "x-ovh-application": KEY,
        "x-ovh-consumer": CONSUMER,
        "x-ovh-timestamp": "1795168800",
        "x-ovh-signature": /^\$1\$[0-9a-f]{40}$/,
      },
      json: { ...base, message: "Grüße & 100%", validityPeriod: 10 },
    },
    requests: [
      {
        name: "a flash text in UCS-2 from another sender",
        sms: { text: "Привет 😀", encoding: "ucs2", flash: true, from: "Shop" },
        request: {
          ...request,
          json: { ...base, message: "Привет 😀", sender: "Shop", coding: "8bit", class: "flash" },
        },
      },
    ],
    accepted: yes,
    source: "library",
    refusals: {
      account: {
        "a wrong key": error(403, "This credential is not valid"),
        "a wrong signature": error(400, "Invalid signature"),
      },
      sender: "Its errors are words in no list.",
      text: {
        "a number that is none": says(200, {
          ...taken,
          ids: [],
          validReceivers: [],
          invalidReceivers: ["+447400123456"],
        }),
      },
    },
    replies: [
      {
        name: "a number it calls invalid",
        reply: says(200, { ids: [], validReceivers: [], invalidReceivers: ["+447400123456"], totalCreditsRemoved: 0 }),
        outcome: { kind: "rejected", code: "invalid_receiver" },
      },
      {
        name: "somebody else's number",
        reply: says(200, { ...taken, validReceivers: ["+447400123457"] }),
        outcome: { kind: "unknown" },
      },
      { name: "no id", reply: says(200, { ...taken, ids: [] }), outcome: { kind: "unknown" } },
      {
        name: "a bad parameter",
        reply: error(400, "[receivers] Given data +447400123456 is not valid"),
        outcome: { kind: "rejected", code: "http_400", reason: "[receivers] Given data … is not valid" },
      },
      {
        name: "a wrong secret",
        source: "third party",
        reply: error(400, "Invalid signature"),
        outcome: { kind: "stop", code: "http_400" },
      },
      {
        name: "a wrong clock",
        source: "third party",
        reply: error(400, "Query out of time"),
        outcome: { kind: "later", code: "http_400" },
      },
      { name: "wrong keys", reply: error(403, "This credential is not valid"), outcome: { kind: "stop" } },
      {
        name: "a right that is missing",
        reply: error(403, "This call has not been granted"),
        outcome: { kind: "stop" },
      },
      {
        name: "no credit left",
        source: "RFC 9110",
        reply: error(402, "Not enough credits"),
        outcome: { kind: "stop", code: "http_402" },
      },
    ],
    credit: {
      path: "/1.0/sms/sms-ab12345-1",
      reply: says(200, { name: "sms-ab12345-1", creditsLeft: 97.5, status: "enable", callBack: null }),
      reading: { amount: "97.5", unit: "credits", currency: null },
    },
    calls: [
      ...byState({ sent: ["3"], delivered: ["4"], undelivered: ["5", "8", "23", "202"] }, (code, state) => ({
        name: `a callback with the code ${code}`,
        call: report(code),
        events: {
          receipts: [{ providerId: "30201", state, ...(state === "undelivered" && { code }) }],
          inbound: [],
          reply,
        },
      })),
      ...["1", "2", "6", "9999"].map((code) => ({
        name: `a callback with the code ${code}, which settles nothing`,
        call: report(code),
        events: { receipts: [], inbound: [], reply, ...(code !== "9999" && { understood: true as const }) },
      })),
    ],
  },
  {
    title: "ovh with its own short number and the STOP clause",
    dsn: (host) =>
      `ovh+http://${KEY}:${SECRET}@${host}?consumer_key=${CONSUMER}&service=sms-ab12345-1&stop_clause=yes&timeout=0.4`,
    secrets: [SECRET, CONSUMER],
    request: {
      ...request,
      json: { ...text, senderForResponse: true, noStopClause: false },
    },
    accepted: yes,
    source: "library",
    replies: [],
  },
];
