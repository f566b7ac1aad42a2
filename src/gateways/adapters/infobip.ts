import { z } from "zod";

import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendApart, UNNAMED } from "../vendor/alike.ts";
import { openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { sendHalved } from "../vendor/halved.ts";
import { codeAt, idAt, listAt, textAt } from "../vendor/json.ts";
import { sender, vendorSchemes, vendorSettings } from "../vendor/settings.ts";
import { codes, verdict } from "../vendor/verdict.ts";
import { infobipMessage } from "./infobip/message.ts";
import { readInfobipCall } from "./infobip/news.ts";

const settings = z.object({
  key: z.string().min(1).meta({ label: "API key", secret: true }),
  ...vendorSettings(""),
  from: sender,
  host: z.string().meta({ label: "Host", help: "Your personal base URL's: `abc123.api.infobip.com`." }),
});
type InfobipSettings = z.infer<typeof settings>;

/** The description names no most; answers of this many are still short. */
const BATCH = 100;

export const infobip = defineGateway({
  id: "infobip",
  label: "Infobip",
  about:
    "SMS API version 3 and MMS API version 2. One request carries up to a hundred texts, each with its own reference.",
  notes: [
    "## At Infobip",
    "",
    "The host is the personal base URL that the portal shows. The key needs the scopes `sms:message:send`,",
    "`mms:message:send` for MMS, and `account-management:manage` for the balance. Receipts come by themselves. For incoming",
    "texts forward the number's messages (HTTP, JSON) to the gateway's receipt address,",
    "`https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`.",
  ].join("\n"),
  settings,
  dsn: { username: "key", host: "host", schemes: vendorSchemes("infobip") },
  example: "infobip://API_KEY@abc123.api.infobip.com?from=ACME",
  can: { flash: true, media: true, maxMedia: 10, credit: true, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: BATCH,
    ids: "recipient",
    reference: "field",
    numbers: "digits",
    unicode: "automatic",
    validity: [1, 172_800],
    credit: "money",
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
    unconfirmed: [
      "How many texts a request may carry, and how many media an MMS: a hundred and ten are our own limits.",
      "The HMAC that Infobip can put on its calls: its header is not known to us, the token in our address proves who calls.",
      "The name of the scope that the balance needs.",
      "The list of parts of an incoming MMS (`message`).",
      "Whether the id of a text that Infobip refused may be used again: a refusal as a duplicate leaves the text in doubt.",
    ],
  },
  open,
});

function open(given: InfobipSettings, tools: GatewayTools): Gateway {
  const client = openClient(given, tools, { headers: { authorization: `App ${given.key}` }, secrets: [given.key] });
  const isMms = ({ media }: OutgoingSms): boolean => media.length > 0;
  const sendAll = (all: readonly OutgoingSms[]) =>
    sendHalved(all, (some) => {
      const mms = some.some(isMms);
      const messages = some.map((sms) => infobipMessage(sms, given.from));
      const json = mms ? { messages } : { messages, options: { includeSmsCountInResponse: true } };
      const call = { path: mms ? "/mms/2/messages" : "/sms/3/messages", json };
      return client.ask(call, (answer) => readReply(answer, some, client));
    });
  return {
    batchSize: BATCH,
    window: given.window,
    send: (batch) => sendApart(batch, sendAll, (sms) => (isMms(sms) ? "mms" : "sms")),
    credit: () =>
      readCredit(client, "/account/1/balance", (json) => ({
        amount: textAt(json, "balance"),
        unit: textAt(json, "currency"),
      })),
    receive: readInfobipCall,
  };
}

function readReply(answer: Answer, all: readonly OutgoingSms[], client: Client): Outcome | readonly Outcome[] {
  const { json, status } = answer;
  const texts = all.map(({ text }) => text);
  if (status < 200 || status >= 300) {
    return verdict({}, codeAt(json, "errorCode"), client.words(textAt(json, "description"), ...texts), answer);
  }
  const entries = listAt(json, "messages");
  const idOf = (entry: unknown): string => textAt(entry, "messageId");
  const named = Map.groupBy(entries, idOf);
  const byNumber = outcomesByNumber(
    all,
    // Under an id of Infobip's own making only the number tells whose it is.
    entries.filter((entry) => !all.some(({ ref }) => ref === idOf(entry))),
    (entry) => textAt(entry, "destination"),
    (entry, sms) => readEntry(entry, sms, client, texts),
  );
  return all.map((sms, index) => {
    const [entry, ...more] = named.get(sms.ref) ?? [];
    if (entry === undefined) return byNumber[index]!;
    return more.length > 0 ? UNNAMED : readEntry(entry, sms, client, texts);
  });
}

// https://www.infobip.com/docs/developer-resources/api-fundamentals/message-status-codes
const TAKEN = codes("ACCEPTED", "PENDING", "DELIVERED");
const DUPLICATE = "REJECTED_DUPLICATE_MESSAGE_ID";
const REFUSED = codes("UNDELIVERABLE", "EXPIRED", "REJECTED");
const table = {
  sender: codes("REJECTED_SOURCE", "REJECTED_SENDER", "REJECTED_INVALID_SENDER"),
  stop: codes("REJECTED_NOT_ENOUGH_CREDITS"),
  later: codes("REJECTED_SYSTEM_ERROR"),
};

function readEntry(entry: unknown, sms: OutgoingSms, client: Client, texts: readonly string[]): Outcome {
  const id = idAt(entry, "messageId");
  const group = textAt(entry, "status", "groupName");
  const name = codeAt(entry, "status", "name");
  const segments = Number(textAt(entry, "details", "messageCount"));
  // An earlier try of this text came to Infobip. Whether it was taken or refused there is not told: its receipt may.
  if (name === DUPLICATE) return { kind: "unknown", reason: "an earlier try of this text had its id" };
  if (TAKEN.has(group) && id !== "") {
    return { kind: "accepted", providerIds: [id], ...(segments > 0 ? { segments } : {}), response: client.words(name) };
  }
  if (!REFUSED.has(group)) return { kind: "unknown", reason: `not a known status: ${client.words(name, ...texts)}` };
  const reason = client.words(textAt(entry, "status", "description"), ...texts);
  const known = verdict(table, name, reason, { status: 200, headers: new Headers() }, sms);
  return known.kind === "unknown"
    ? { kind: "rejected", code: name || group, reason: reason || "refused at once" }
    : known;
}
