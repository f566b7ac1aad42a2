import { readFile } from "node:fs/promises";

import { expect } from "vitest";

import type { CreditReading, OutgoingSms } from "#domain/gateways/gateway";
import type { Phone } from "#domain/recipients/phone";

import { base } from "./base.ts";

/** One vendor's own description of its API, and which of our requests it must accept. */
export type Oracle = {
  readonly title: string;
  /** Under `shared/specs`. */
  readonly file: string;
  /** The description adapted for Prism; absent: the file as it is. */
  readonly described?: (file: string) => Promise<object>;
  /** The part of our paths that the description keeps in its server's address. */
  readonly prefix?: string;
  readonly dsn: (host: string) => string;
  /** More settings, for rows that have none. */
  readonly query?: string;
  /** A number that the description's example responses name, if they name one. */
  readonly to: Phone;
  readonly accepted: object;
  readonly takes: readonly {
    readonly name: string;
    readonly sms: readonly Partial<OutgoingSms>[];
    readonly query?: string;
    readonly outcomes?: readonly object[];
  }[];
  /** Turns a valid body into one that the description forbids. */
  readonly spoil: (body: string) => string;
  /** Settings that the description forbids. */
  readonly refuses?: { readonly name: string; readonly dsn: (host: string) => string };
  readonly credit?: CreditReading;
};

// A name that never resolves: Prism really calls what a description calls a callback.
const RECEIPTS = "https://sms.invalid/svc/v1/receipts/main/abc";
const unicode: Partial<OutgoingSms> = { text: "Grüße 😀", encoding: "ucs2" };
const everything: Partial<OutgoingSms> = { ...unicode, validFor: 999_999, receiptUrl: RECEIPTS };
const pictures = ["https://example.org/a.png", "https://example.org/b.png"];
const SID = "AC0123456789abcdef0123456789abcdef";

const without = (field: string) => (body: string) => {
  if (!body.startsWith("{")) {
    const form = new URLSearchParams(body);
    form.delete(field);
    return form.toString();
  }
  const { [field]: _gone, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(rest);
};

const FORM = "application/x-www-form-urlencoded";
type Described = {
  paths: Record<string, { post: { requestBody: { content: Record<string, { encoding?: unknown }> } } }>;
};

export const oracles: readonly Oracle[] = [
  {
    title: "Twilio's own description of its API",
    file: "twilio/twilio_api_v2010.json",
    async described(file) {
      // OpenAPI 3 §4.8.15 makes repeated form fields an array by default; Prism 5.14 does so only where it is spelled
      // out.
      const described = JSON.parse(await readFile(file, "utf8")) as Described;
      const path = described.paths["/2010-04-01/Accounts/{AccountSid}/Messages.json"]!;
      path.post.requestBody.content[FORM]!.encoding = { MediaUrl: { style: "form", explode: true } };
      return described;
    },
    dsn: (host) => `twilio+http://${SID}:token@${host}`,
    query: "?from=%2B15005550006",
    to: base.to,
    accepted: { kind: "accepted", providerIds: [expect.stringMatching(/^SM/)], segments: 1 },
    takes: [
      { name: "the least", sms: [{}] },
      { name: "everything", sms: [{ ...everything, media: pictures }], query: "?from=ACME" },
      { name: "media without a text", sms: [{ text: "", media: pictures }], query: "?from=ACME" },
      {
        name: "a Messaging Service",
        sms: [{ validFor: 0.5 }],
        query: "?messaging_service=MG0123456789abcdef0123456789abcdef",
      },
      {
        name: "a sender of its own",
        sms: [{ from: "ACME" }],
        query: "?messaging_service=MG0123456789abcdef0123456789abcdef",
      },
    ],
    spoil: without("To"),
    refuses: {
      name: "an account that cannot be one",
      dsn: (host) => `twilio+http://nonsense:token@${host}?from=ACME`,
    },
    credit: { amount: "0.05", unit: "USD", currency: "USD" },
  },
  {
    title: "Vonage's own description of its SMS API",
    file: "vonage/sms.yml",
    prefix: "/sms",
    dsn: (host) => `vonage+http://abcd1234:abcdef0123456789@${host}?from=ACME`,
    to: base.to,
    accepted: { kind: "accepted", providerIds: ["0A0000000123ABCD1"], segments: 1 },
    takes: [
      { name: "the least", sms: [{}] },
      { name: "everything", sms: [everything] },
      { name: "a flash text from a number", sms: [{ flash: true, from: "+15005550006", validFor: 1 }] },
    ],
    spoil: without("to"),
    refuses: {
      name: "an API key that cannot be one",
      dsn: (host) => `vonage+http://key:abcdef0123456789@${host}?from=ACME`,
    },
  },
  {
    title: "Vonage's own description of its accounts",
    file: "vonage/account.yml",
    dsn: (host) => `vonage+http://abcd1234:abcdef0123456789@${host}?from=ACME`,
    to: base.to,
    accepted: {},
    takes: [],
    spoil: (body) => body,
    credit: { amount: "10.171275", unit: "EUR", currency: "EUR" },
  },
  {
    title: "Telnyx' own description of its API",
    file: "telnyx/telnyx-messages-balance-subset.json",
    prefix: "/v2",
    dsn: (host) => `telnyx+http://KEY0123@${host}?from=%2B18445550001`,
    to: base.to,
    accepted: { kind: "accepted", providerIds: ["40385f64-5717-4562-b3fc-2c963f66afa6"], segments: 1 },
    takes: [
      { name: "the least", sms: [{}] },
      { name: "everything", sms: [everything], query: "&profile=abc85f64-5717-4562-b3fc-2c9600000000" },
      { name: "pictures", sms: [{ media: pictures, receiptUrl: RECEIPTS }] },
    ],
    spoil: without("to"),
    credit: { amount: "300.00", unit: "USD", currency: "USD" },
  },
  {
    title: "Sinch's own description of its API",
    file: "sinch/sinch-sms-ballerina.yaml",
    dsn: (host) => `sinch+http://pl4n:t0ken@${host}?from=ACME`,
    to: base.to,
    accepted: { kind: "accepted", providerIds: [expect.any(String)] },
    takes: [
      { name: "the least", sms: [{}] },
      { name: "everything", sms: [everything] },
      { name: "a flash text", sms: [{ flash: true }] },
      { name: "several people", sms: [{ ...everything }, { ...everything, to: "+447400123457" as Phone }] },
    ],
    spoil: without("to"),
  },
  {
    title: "MessageBird's own description of its API",
    file: "messagebird/sms.yaml",
    dsn: (host) => `messagebird+http://ACCESSKEY@${host}?from=ACME`,
    to: "+380999999999" as Phone,
    accepted: {
      kind: "accepted",
      providerIds: ["f28bbe526fc14974b3e7e663a6139b53"],
      segments: 1,
      response: "sent",
    },
    takes: [
      { name: "the least", sms: [{}] },
      { name: "everything", sms: [everything] },
      { name: "a flash text", sms: [{ flash: true }] },
      {
        name: "several people, of whom the example answer names one",
        sms: [{}, { to: "+447400123457" as Phone }],
        outcomes: [{ kind: "accepted" }, { kind: "unknown" }],
      },
    ],
    spoil: without("originator"),
  },
  {
    title: "BulkSMS' own description of its API",
    file: "bulksms/bulksms-ballerina.yml",
    prefix: "/v1",
    dsn: (host) => `bulksms+http://id:secret@${host}?from=ACME`,
    to: base.to,
    accepted: { kind: "accepted", providerIds: [expect.any(String)] },
    takes: [
      { name: "the least", sms: [{}] },
      { name: "everything", sms: [everything] },
      { name: "a flash text from a number", sms: [{ flash: true, from: "+15005550006" }] },
    ],
    spoil: (body) => body.replace('"body"', '"boddy"'),
  },
];
