import { z } from "zod";

import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendApart } from "../vendor/alike.ts";
import { openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { sendHalved } from "../vendor/halved.ts";
import { at, idAt, listAt, textAt } from "../vendor/json.ts";
import { digitsOf } from "../vendor/numbers.ts";
import { vendorSchemes, vendorSettings } from "../vendor/settings.ts";
import { certainlyRefused, codes, retryOwnFailure, verdict } from "../vendor/verdict.ts";
import { readClickatellCall } from "./clickatell/news.ts";

const settings = z.object({
  key: z.string().min(1).meta({ label: "API key", secret: true, help: "Of an integration with the One API." }),
  ...vendorSettings("platform.clickatell.com"),
});

export const clickatell = defineGateway({
  id: "clickatell",
  label: "Clickatell",
  about: "The One API of platform.clickatell.com. One request carries up to 99 texts.",
  notes: [
    "## At Clickatell",
    "",
    "In the integration's call-backs set the addresses for delivery notifications and for replies, both to the gateway's",
    "receipt address, `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. Clickatell does not sign its calls: keep it secret.",
  ].join("\n"),
  settings,
  dsn: { username: "key", host: "host", schemes: vendorSchemes("clickatell") },
  example: "clickatell://API_KEY@default?from=27820000000",
  can: { flash: false, media: false, credit: true, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 99,
    ids: "recipient",
    reference: "field",
    numbers: "digits",
    unicode: "automatic",
    validity: null,
    credit: "money",
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
    unconfirmed: [
      "The optional fields `from` and `clientMessageId` of a message.",
      "That a text in UCS-2 needs no `charset`.",
      "The meaning of the error codes: they come from a third party's client.",
    ],
  },
  open,
});

const table = {
  // Key, account, integration, address, balance, channel.
  stop: codes(1, 2, 3, 7, 20, 38, 39, 46),
  sender: codes(44, 45),
  optedOut: codes(26),
  never: codes(21, 23, 24, 25, 27, 28, 30, 40, 100, 101, 110, 111),
  later: codes(18, 19),
  throttled: codes(43),
};

function open(given: z.infer<typeof settings>, tools: GatewayTools): Gateway {
  const client = openClient(given, tools, { headers: { authorization: given.key }, secrets: [given.key] });
  const ask = (all: readonly OutgoingSms[]) => {
    const messages = all.map((sms) => messageOf(sms, given.from));
    return client.ask({ path: "/v1/message", json: { messages } }, (answer) => readReply(answer, all, client));
  };
  return {
    batchSize: 99,
    window: given.window,
    send: (batch) => sendApart(batch, (all) => sendHalved(all, ask)),
    credit: () =>
      readCredit(client, "/v1/balance", (json) => ({
        amount: textAt(json, "balance"),
        unit: textAt(json, "currency"),
      })),
    receive: (call) => readClickatellCall(call, client),
  };
}

function messageOf(sms: OutgoingSms, from: string | undefined) {
  const sender = sms.from ?? from;
  return {
    channel: "sms",
    to: digitsOf(sms.to),
    content: sms.text,
    ...(sender !== undefined && { from: digitsOf(sender) }),
    clientMessageId: sms.ref,
  };
}

function readReply(answer: Answer, all: readonly OutgoingSms[], client: Client): Outcome | readonly Outcome[] {
  const { json, status } = answer;
  const judged = (error: unknown, sms: OutgoingSms): Outcome => {
    const code = textAt(error, "code");
    const said = client.words(at(error, "description"), sms.text);
    return retryOwnFailure(verdict(table, code, said, answer, sms), code, status);
  };
  // It says in as many words that the text was not accepted, and why.
  const refused = (message: unknown, sms: OutgoingSms): Outcome => {
    const outcome = judged(at(message, "error"), sms);
    const code = textAt(message, "error", "code");
    return at(message, "accepted") === false && code !== "" ? certainlyRefused(outcome, code) : outcome;
  };
  // Whatever the status is: a text that was taken must not be asked again with the rest of its call.
  const messages = listAt(json, "messages");
  if (messages.length === 0) return judged(at(json, "error"), all[0]!);
  return outcomesByNumber(
    all,
    messages,
    (message) => textAt(message, "to"),
    (message, sms) => {
      const id = idAt(message, "apiMessageId");
      if (at(message, "accepted") !== true) return refused(message, sms);
      if (id === "" || status >= 300) return { kind: "unknown", reason: `answered ${status} or without a message id` };
      return { kind: "accepted", providerIds: [id] };
    },
  );
}
