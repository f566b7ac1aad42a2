import { z } from "zod";

import type { Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendAlike, type Alike } from "../shared/identical-messages.ts";
import { inboundOf, events, nothingNew, receiptOf, stateIn, valuesOf, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { codeAt, fitCode, idAt, listAt, segmentsAt, textAt } from "../shared/json.ts";
import { digitsOf, internationalOf, senderOf } from "../shared/numbers.ts";
import { sender, vendorSettings } from "../shared/settings.ts";
import { codes, verdict } from "../shared/verdict.ts";
import { isSignedByMessageBird } from "../signatures/messagebird.ts";

const settings = z.object({
  key: z.string().min(1).meta({ label: "Access key", secret: true }),
  ...vendorSettings("rest.messagebird.com"),
  from: sender,
  signingKey: z.string().min(1).optional().meta({
    label: "Signing key",
    secret: true,
    help: "Unsigned calls are then refused. Absent: only the token in our address authenticates calls.",
  }),
});

type Settings = z.infer<typeof settings>;

export const messagebird = defineGateway({
  id: "messagebird",
  label: "MessageBird (Bird)",
  about: "The classic REST API of MessageBird, not Bird's newer channels API. Fifty people per request.",
  notes: [
    "## At MessageBird",
    "",
    "Receipts arrive without configuration. For incoming messages forward the number's messages to the gateway's receipt address,",
    "{receipts}. With the signing key of the dashboard's developer settings in",
    "`signing_key=` calls are verified; `TIDINGS_PUBLIC_URL` must then be exactly the address that is called.",
  ].join("\n"),
  settings,
  dsn: { username: "key" },
  example: "messagebird://ACCESS_KEY@default?from=ACME",
  can: { flash: true, media: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 50,
    ids: "call",
    reference: "field",
    numbers: "digits",
    unicode: "automatic",
    validity: [1, 172_800],
    credit: "money",
    senders: ["number", "short code", "alphanumeric"],
    signature: "JWT HS256",
    unconfirmed: [
      "The longest `validity`: two days are our own limit.",
      "That receipts come as a GET with the fields in the query, and the fields of incoming messages.",
      "How long this API remains available beside Bird's newer one.",
    ],
  },
  open(given, tools) {
    const client = openClient(given, tools, {
      headers: { authorization: `AccessKey ${given.key}` },
      secrets: [given.key, given.signingKey],
    });
    const sendSet = (alike: Alike) =>
      sendHalved(
        alike.all,
        (some) => {
          const json = bodyOf({ ...alike, all: some }, given);
          const read = (answer: Answer) => readMessageBirdReply(answer, some, client);
          return client.request({ path: "/messages", json }, read);
        },
        concernsAll,
      );
    return {
      send: (batch) => sendAlike(batch, sendSet),
      credit: () =>
        readCredit(client, "/balance", (json) => ({
          amount: textAt(json, "amount"),
          unit: unitOf(textAt(json, "type")),
        })),
      receive: (call) => readMessageBirdCall(call, given.signingKey, tools.clock.now()),
    };
  },
});

/** `credits`, or the plural of a currency. */
const unitOf = (type: string): string => (type === "euros" ? "EUR" : fitCode(type));

function bodyOf({ sms, all, receiptUrl }: Alike, given: Settings): object {
  const [only, ...others] = all;
  return {
    originator: digitsOf(sms.from ?? given.from),
    recipients: all.map(({ to }) => digitsOf(to)),
    body: sms.text,
    type: sms.flash ? "flash" : "sms",
    // "plain" would replace what GSM 03.38 lacks by question marks.
    datacoding: "auto",
    // Without a reference there are no receipts; ours belongs to one person and is not sent for several.
    reference: others.length === 0 && only ? only.ref : SEVERAL,
    ...(receiptUrl === undefined ? {} : { reportUrl: receiptUrl }),
    ...(sms.validFor === undefined ? {} : { validity: sms.validFor }),
  };
}

// 2, 9 and 20 are from the vendor's description, 10 and 25 from its own PHP library. Others: see the HTTP status.
const table = { never: codes(9, 10), stop: codes(2, 25) };

/** Whether a refusal would affect every half of a call: its parameter is in brackets at the end. */
const concernsAll = (_code: string, reason: string): boolean => /\((?!recipient)\w+\)$/.test(reason);

/** The outcome of each of `all`, or one for the whole call. */
function readMessageBirdReply(
  answer: Answer,
  all: readonly OutgoingSms[],
  client: Client,
): Outcome | readonly Outcome[] {
  const { json, status } = answer;
  if (status < 200 || status >= 300) {
    const [error] = listAt(json, "errors");
    const wording = `${textAt(error, "description")} (${textAt(error, "parameter")})`;
    const code = codeAt(error, "code");
    const words = error === undefined ? "" : client.words(wording, all[0]?.text);
    // Regardless of the code: the parameter shows that the refusal concerns the sender.
    if (textAt(error, "parameter") === "originator")
      return verdict({ sender: codes(code) }, code, words, answer, all[0]);
    return verdict(table, code, words, answer);
  }
  const id = idAt(json, "id");
  const items = listAt(json, "recipients", "items");
  return outcomesByNumber(
    all,
    items,
    (item) => textAt(item, "recipient"),
    (item) => readItem(item, id),
  );
}

function readItem(item: unknown, id: string): Outcome {
  const word = codeAt(item, "status");
  if (id !== "" && ["scheduled", "sent", "buffered", "delivered"].includes(word)) {
    return { kind: "accepted", providerIds: [id], ...segmentsAt(item, "messagePartCount"), response: word };
  }
  return word === "delivery_failed" || word === "expired"
    ? { kind: "rejected", code: word, reason: `MessageBird says ${word} at once` }
    : { kind: "unknown", reason: "not a known status" };
}

/** The reference of a call for several people: receipts need one, and are matched by id and number. */
const SEVERAL = "several";

const states: States = {
  scheduled: null,
  buffered: null,
  sent: "sent",
  delivered: "delivered",
  delivery_failed: "undelivered",
  expired: "undelivered",
};

/** Reads a status report or an incoming message. @param key absent: calls are not signed. @param now milliseconds */
async function readMessageBirdCall(call: ProviderCall, key: string | undefined, now: number): Promise<ProviderEvents> {
  if (key !== undefined && !(await isSignedByMessageBird(call, key, now))) return { forged: true };
  const fields = valuesOf(call);
  const field = (name: string): string => fields.get(name) ?? "";
  const providerId = field("id");
  const phone = internationalOf(field("recipient"));
  const state = stateIn(states, field("status"));
  // One id for up to fifty people: without a number a report could be about any of them.
  if (state && phone !== "") {
    const ref = field("reference") === SEVERAL ? "" : field("reference");
    const error = field("statusErrorCode");
    const code = error === "0" ? "" : fitCode(error);
    return events({ receipts: [receiptOf(state, { providerId, ref, phone, code })] });
  }
  if (state === null) return nothingNew();
  if (fields.has("status") || field("originator") === "" || !fields.has("body")) return events({});
  const from = senderOf(field("originator"));
  return events({
    inbound: [
      inboundOf({ providerId, from, to: field("recipient"), text: field("body"), at: field("createdDatetime") }),
    ],
  });
}
