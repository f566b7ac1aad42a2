import { z } from "zod";

import type { Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { outcomesByNumber, sendAlike } from "../shared/identical-messages.ts";
import { errorOf, fieldsOf, inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { codeAt, fitId, idAt, listAt, textAt } from "../shared/json.ts";
import { digitsOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { certainlyRefused, codes, verdict } from "../shared/verdict.ts";

const settings = z.object({
  key: z.string().min(1).meta({ label: "API key", secret: true }),
  ...vendorSettings("api.kavenegar.com"),
});
type Settings = z.infer<typeof settings>;

export const kavenegar = defineGateway({
  id: "kavenegar",
  label: "Kavenegar",
  about: "Iran. Up to 200 recipients of one message per call, each with an id of its own.",
  notes: [
    "## At Kavenegar",
    "",
    "Receipts and replies are sent to addresses of the account: set both in the panel to the gateway's receipt address,",
    "{receipts}. Kavenegar does not sign its calls: keep the address secret. The API key is",
    "part of every URL that is called: keep it off proxies that write logs.",
  ].join("\n"),
  settings,
  dsn: { username: "key" },
  example: "kavenegar://API_KEY@default?from=10004346",
  can: { flash: false, media: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 200,
    ids: "recipient",
    reference: "none",
    numbers: "digits",
    unicode: "automatic",
    validity: null,
    credit: "money",
    senders: ["number", "short code"],
    signature: null,
    unconfirmed: [
      "That it accepts numbers outside Iran as digits without a leading `00`.",
      "The names of the fields of replies: `messageid`, `from`, `to`, `message`.",
      "The receipt codes 5 (read as sent) and 6 (read as failed).",
      "Whether `localid` deduplicates a repeated message: it is not used.",
    ],
  },
  open(given, tools) {
    const client = openClient(given, tools, {
      path: `/v1/${encodeURIComponent(given.key)}`,
      headers: {},
      secrets: [given.key],
    });
    const sendSome = (some: readonly OutgoingSms[]) =>
      client.request({ path: "/sms/send.json", form: formOf(some, given) }, (answer) =>
        readReply(answer, some, client),
      );
    return {
      // Of the refusals only 411 concerns a single number.
      send: (batch) => sendAlike(batch, ({ all }) => sendHalved(all, sendSome, (code) => code !== "411")),
      credit: () =>
        readCredit(client, "/account/info.json", (json) => ({
          amount: textAt(json, "entries", "remaincredit"),
          unit: "IRR",
        })),
      receive: readKavenegarCall,
    };
  },
});

const table = {
  never: codes(411, 413, 422),
  stop: codes(401, 403, 407, 416, 418, 501),
  sender: codes(412),
  later: codes(409),
};

function formOf(some: readonly OutgoingSms[], given: Settings): URLSearchParams {
  const form = new URLSearchParams({ receptor: some.map(({ to }) => digitsOf(to)).join(","), message: some[0]!.text });
  const from = some[0]!.from ?? given.from;
  if (from !== undefined) form.set("sender", digitsOf(from));
  return form;
}

function readReply(answer: Answer, some: readonly OutgoingSms[], client: Client): Outcome | readonly Outcome[] {
  const code = codeAt(answer.json, "return", "status");
  const words = (wording: string): string => client.words(wording, some[0]!.text);
  if (answer.status !== 200 && code === "200")
    return { kind: "unknown", reason: `answered ${answer.status} with a body that says it was accepted` };
  if (code !== "200") {
    const known = verdict(table, code, words(textAt(answer.json, "return", "message")), answer, some[0]);
    // A status of its own other than 200 is a refusal, whatever the HTTP status.
    return code === "" || answer.status >= 500 ? known : certainlyRefused(known, code);
  }
  const numberOf = (entry: unknown): string => phoneOf(textAt(entry, "receptor"));
  return outcomesByNumber(some, listAt(answer.json, "entries"), numberOf, (entry) => {
    const [id, state] = [idAt(entry, "messageid"), textAt(entry, "status")];
    if (["failed", "undelivered"].includes(stateOf(state) ?? ""))
      return { kind: "rejected", code: state, reason: words(textAt(entry, "statustext")) };
    return id === "" ? { kind: "unknown", reason: "an entry without an id" } : { kind: "accepted", providerIds: [id] };
  });
}

// 1 and 2 wait at Kavenegar; 4 and 5: passed to the operator; 6: failed there; 13: cancelled; 14: the person has
// blocked messages of this kind; 100: invalid id.
const states: States = {
  "1": null,
  "2": null,
  "4": "sent",
  "5": "sent",
  "6": "failed",
  "10": "delivered",
  "11": "undelivered",
  "13": "failed",
  "14": "failed",
  "100": "failed",
};

/** What one of Kavenegar's status numbers means for a delivery; undefined if it settles nothing. */
const stateOf = (status: string): Receipt["state"] | null | undefined => stateIn(states, status);

/**
 * A number in international form. Kavenegar writes numbers as people in Iran do: "0912…", and "0044…" for other
 * countries. Left so, a STOP would have no effect if another country is the default.
 */
const phoneOf = (written: string): string => written.replace(/^0(?=9\d{9}$)/, "+98").replace(/^00/, "+");

/** Reads a receipt or an incoming message, both of them forms. */
function readKavenegarCall(call: ProviderCall): ProviderEvents {
  const form = fieldsOf(call);
  const providerId = fitId(form.get("messageid") ?? "");
  const status = form.get("status") ?? "";
  const state = stateOf(status);
  if (state === null) return nothingNew();
  if (state !== undefined && providerId !== "")
    return events({
      receipts: [receiptOf(state, { providerId, ...errorOf(state, status, "") })],
    });
  if (!form.has("from") || !form.has("message")) return events({});
  const inbound = inboundOf({
    providerId,
    from: phoneOf(form.get("from") ?? ""),
    to: form.get("to") ?? "",
    text: form.get("message") ?? "",
  });
  return events({ inbound: [inbound] });
}
