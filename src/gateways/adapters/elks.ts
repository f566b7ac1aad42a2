import { z } from "zod";

import type { Outcome, OutgoingSms, ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { fieldsOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { basicAuth, openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { at, idAt, segmentsAt, textAt } from "../shared/json.ts";
import { sender, vendorSettings } from "../shared/settings.ts";
import { outcomeOfStatus } from "../shared/status.ts";
import { withRef } from "../shared/with-ref.ts";

const settings = z.object({
  username: z.string().min(1).meta({ label: "API user name" }),
  password: z.string().min(1).meta({ label: "API password", secret: true }),
  ...vendorSettings("api.46elks.com"),
  from: sender.meta({
    label: "Sender",
    help: "E.164 number, or up to 11 letters and digits. MMS: a number that supports MMS.",
  }),
});
type Settings = z.infer<typeof settings>;

export const elks = defineGateway({
  id: "elks",
  label: "46elks",
  about: "One request per message. Receipts need no setting at 46elks: each message names their address.",
  notes: [
    "## At 46elks",
    "",
    "For replies set the number's `sms_url`, and `mms_url` for pictures, to the gateway's receipt address,",
    "{receipts}. 46elks does not sign its calls: keep the address secret.",
  ].join("\n"),
  settings,
  dsn: { username: "username", password: "password" },
  example: "elks://API_USERNAME:API_PASSWORD@default?from=ACME",
  can: { flash: true, media: true, maxMedia: 1, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "callback",
    numbers: "+digits",
    unicode: "automatic",
    validity: null,
    credit: "money",
    senders: ["number", "alphanumeric"],
    signature: null,
    unconfirmed: ["That there are receipts for an MMS: none are requested, and it stays `sent`."],
  },
  open(given, tools) {
    const client = openClient(given, tools, { path: "/a1", ...basicAuth(given.username, given.password) });
    const sendOne = (sms: OutgoingSms) =>
      client.request({ path: sms.media.length > 0 ? "/mms" : "/sms", form: formOf(sms, given) }, (answer) =>
        readReply(answer, sms, client),
      );
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      credit: () =>
        readCredit(client, "/me", (json) => ({
          amount: fromTenThousandths(textAt(json, "balance")),
          unit: textAt(json, "currency"),
        })),
      receive: readElksCall,
    };
  },
});

function formOf(sms: OutgoingSms, given: Settings): URLSearchParams {
  const form = new URLSearchParams({ from: sms.from ?? given.from, to: sms.to });
  if (sms.text !== "") form.set("message", sms.text);
  if (sms.media[0] !== undefined) {
    form.set("image", sms.media[0]);
    return form;
  }
  if (sms.receiptUrl !== undefined) form.set("whendelivered", withRef(sms.receiptUrl, sms.ref));
  if (sms.flash) form.set("flashsms", "yes");
  return form;
}

function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  // A refusal is plain text.
  if (status < 200 || status >= 300)
    return outcomeOfStatus(status, answer.headers, client.words(answer.body, sms.text));
  const [id, word] = [idAt(json, "id"), textAt(json, "status")];
  if (word === "failed") return { kind: "rejected", code: word, reason: "46elks reported an immediate failure" };
  // Older responses have no status, and ids of one format only.
  const taken = word === "" ? at(json, "status") === undefined && OWN_ID.test(id) : TAKEN.has(word);
  if (id === "" || !taken) return { kind: "unknown", reason: `answered ${status} without an id or a known status` };
  return { kind: "accepted", providerIds: [id], ...segmentsAt(json, "parts"), ...(word && { response: word }) };
}

// An MMS is "recieved" first, as 46elks spells it.
const TAKEN = new Set(["created", "recieved", "received", "sent", "delivered"]);
const OWN_ID = /^[a-z][0-9a-f]{32}$/;

/**
 * An amount in ten-thousandths of a currency, as a decimal number; other text is returned unchanged: it is no amount.
 */
function fromTenThousandths(text: string): string {
  const [, sign = "", digits = ""] = /^(-?)(\d{1,15})$/.exec(text) ?? [];
  const padded = digits.padStart(5, "0");
  return digits === "" ? text : `${sign}${padded.slice(0, -4)}.${padded.slice(-4)}`;
}

const states: States = { created: null, sent: "sent", delivered: "delivered", failed: "failed" };

/** The field names of the pictures of an incoming MMS. */
const PICTURES = ["image", "image2", "image3", "image4", "image5", "image6", "image7", "image8", "image9", "image10"];

/** Reads a delivery report or an incoming message. The reply is empty: its body would be sent back as a message. */
function readElksCall(call: ProviderCall): ProviderEvents {
  const form = fieldsOf(call);
  const value = (name: string): string => form.get(name) ?? "";
  const [providerId, from, to] = [value("id"), value("from"), value("to")];
  if (value("direction") === "incoming") {
    const media = PICTURES.map(value).filter(Boolean);
    // In UTC, and written without an offset.
    const at = value("created").replace(/(?<=T[\d:.]+)$/, "Z");
    const text = value("message");
    return events(from === "" ? {} : { inbound: [inboundOf({ providerId, from, to, text, media, at })] });
  }
  const state = stateIn(states, value("status"));
  if (state === null) return nothingNew();
  return events(state ? { receipts: [receiptOf(state, { providerId, ref: call.query["ref"] })] } : {});
}
