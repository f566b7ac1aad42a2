import { z } from "zod";

import type { Outcome, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendAlike, type Alike } from "../shared/identical-messages.ts";
import { errorOf, fieldsOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { at, idAt, listAt, segmentsAt, textAt } from "../shared/json.ts";
import { internationalOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { outcomeOfStatus } from "../shared/status.ts";
import { certainlyRefused, codes, verdict } from "../shared/verdict.ts";

const settings = z.object({
  username: z.string().min(1).meta({ label: "User name", help: "Of the app; `sandbox` for the sandbox." }),
  key: z.string().min(1).meta({ label: "API key", secret: true }),
  ...vendorSettings("api.africastalking.com"),
});
type Settings = z.infer<typeof settings>;

export const africastalking = defineGateway({
  id: "africastalking",
  label: "Africa's Talking",
  about: "Bulk SMS. One request carries one message to up to 50 people.",
  notes: [
    "## At Africa's Talking",
    "",
    "In the dashboard, under SMS callback URLs, set delivery reports, incoming messages and bulk SMS opt-outs to the gateway's receipt address,",
    "{receipts}. Africa's Talking does not sign its calls: keep the address secret. Without the callback",
    "messages stay `sent`. People who opt out there get nothing from here either.",
  ].join("\n"),
  settings,
  dsn: { username: "username", password: "key" },
  example: "africastalking://USERNAME:API_KEY@default?from=ACME",
  recipes: [{ title: "Sandbox", dsn: "africastalking://sandbox:API_KEY@api.sandbox.africastalking.com" }],
  can: { flash: false, media: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 50,
    ids: "recipient",
    reference: "none",
    numbers: "+digits",
    unicode: "automatic",
    validity: null,
    credit: "money",
    senders: ["short code", "alphanumeric"],
    signature: null,
    unconfirmed: [
      "The maximum number of recipients per request: 50 is what a third party's client sends.",
      "The meaning of a recipient's status codes: they come from that client, too.",
      "The format of the balance, and the fields of an opt-out.",
    ],
  },
  open(given, tools) {
    const client = openClient(given, tools, {
      path: "/version1",
      headers: { apiKey: given.key },
      secrets: [given.key],
    });
    const sendAll = (alike: Alike) =>
      sendHalved(
        alike.all,
        (all) => {
          const some = { ...alike, all };
          const form = formOf(some, given);
          return client.request({ path: "/messaging", form }, (answer) => readReply(answer, some, client));
        },
        (code) => OF_ALL.has(code),
      );
    return {
      send: (batch) => sendAlike(batch, sendAll),
      credit: () =>
        readCredit(client, `/user?${new URLSearchParams({ username: given.username })}`, (json) => {
          const [unit = "", amount = ""] = textAt(json, "UserData", "balance").split(" ");
          return { amount, unit };
        }),
      receive: (call) => readAfricastalkingCall(call, client),
    };
  },
});

const TAKEN = codes(100, 101, 102);
// The codes look like HTTP statuses but are not: each recipient has one, inside a 201 response. The words are used if
// no recipient was accepted and the response has none.
const table = {
  optedOut: codes(406, "UserInBlacklist"),
  never: codes(401, 403, 404, 407, 409, "InvalidPhoneNumber", "UnsupportedNumberType"),
  sender: codes(402, "InvalidSenderId"),
  stop: codes(405, "InsufficientBalance"),
  later: codes(500, 501, 502),
};
/** For one recipient: 4xx and 5xx are refusals, whatever their cause. */
const REFUSED = /^[45]\d\d$/;
/** Refusals of a whole call that would be the same for every half of it. */
const OF_ALL = codes("InvalidSenderId", 402);

function formOf({ sms, all }: Alike, given: Settings): URLSearchParams {
  const from = sms.from ?? given.from;
  return new URLSearchParams({
    username: given.username,
    to: all.map(({ to }) => to).join(","),
    message: sms.text,
    ...(from !== undefined && { from }),
    bulkSMSMode: "1",
    // Makes the response to a long list arrive sooner.
    ...(all.length > 1 && { enqueue: "1" }),
  });
}

function readReply(answer: Answer, { sms, all }: Alike, client: Client): Outcome | readonly Outcome[] {
  const { json, status, headers, body } = answer;
  if (status < 200 || status >= 300) return outcomeOfStatus(status, headers, client.words(body, sms.text));
  const recipients = listAt(json, "SMSMessageData", "Recipients");
  const word = textAt(json, "SMSMessageData", "Message");
  // One word and an empty list: the call was refused as a whole. "Sent to 0/1 …" says less.
  if (
    Array.isArray(at(json, "SMSMessageData", "Recipients")) &&
    recipients.length === 0 &&
    /^[A-Za-z]{3,40}$/.test(word)
  )
    return certainlyRefused(verdict(table, word, client.words(word, sms.text), answer, sms), word);
  return outcomesByNumber(
    all,
    recipients,
    (recipient) => textAt(recipient, "number"),
    (recipient, one) => {
      const [code, word] = [textAt(recipient, "statusCode"), client.words(at(recipient, "status"), one.text)];
      const id = idAt(recipient, "messageId");
      if (!TAKEN.has(code)) {
        const known = verdict(table, code, word, answer, one);
        return REFUSED.test(code) ? certainlyRefused(known, code) : known;
      }
      // "None" means that there is no id.
      if (id === "" || id === "None") return { kind: "unknown", reason: "accepted without a message id" };
      return { kind: "accepted", providerIds: [id], ...segmentsAt(recipient, "messageParts"), response: word };
    },
  );
}

// https://developers.africastalking.com/docs/sms/notifications
const states: States = {
  Buffered: null,
  Sent: "sent",
  Submitted: "sent",
  Success: "delivered",
  Failed: "undelivered",
  AbsentSubscriber: "undelivered",
  Expired: "undelivered",
  Rejected: "failed",
};

/** The person wants nothing from this sender, here as in a refusal. */
const OPTED_OUT = "UserInBlackList";

/** Reads a delivery report, an incoming message, which has a sender, or an opt-out. */
function readAfricastalkingCall(call: ProviderCall, client: Client): ProviderEvents {
  const form = fieldsOf(call);
  const value = (name: string): string => form.get(name) ?? "";
  const [providerId, word, from, to] = [value("id"), value("status"), value("from"), value("to")];
  const state = stateIn(states, word);
  if (state && providerId !== "") {
    const [reason, phone] = [value("failureReason"), value("phoneNumber")];
    const issue = errorOf(state, word, client.words(reason));
    // The reason of a delivered message has no meaning.
    const optOuts = reason === OPTED_OUT && issue.code !== undefined ? [internationalOf(phone)] : [];
    return events({ receipts: [receiptOf(state, { providerId, phone, ...issue })], optOuts });
  }
  if (state === null) return nothingNew();
  // A call about the opt-out list has a number and the sender that it opted out of, and nothing else.
  if (form.has("senderId") && word === "" && from === "" && !form.has("text"))
    return events({ optOuts: [internationalOf(value("phoneNumber"))] });
  if (from === "" || to === "" || !form.has("text")) return events({});
  return events({ inbound: [inboundOf({ providerId, from, to, text: value("text"), at: value("date") })] });
}
