import { z } from "zod";

import type { Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendApart } from "../shared/identical-messages.ts";
import { fieldsOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { sendHalved } from "../shared/halved-batches.ts";
import { codeAt, idAt, listAt, parseJson, textAt } from "../shared/json.ts";
import { digitsOf, internationalOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { codes, verdict } from "../shared/verdict.ts";
import { loggableText } from "../shared/loggable-text.ts";

const settings = z.object({
  authkey: z.string().min(1).meta({ label: "Auth key", secret: true }),
  ...vendorSettings("control.msg91.com"),
  template: z
    .string()
    .regex(/^\w{1,64}$/, "must be a template id")
    .meta({ label: "Template id" }),
  variable: z
    .string()
    .regex(/^\w{1,40}$/, "must be a variable's name")
    .default("content")
    .meta({ label: "Variable", help: "The variable of the template that contains the text." }),
});

type Settings = z.infer<typeof settings>;

const MOST = 100;

export const msg91 = defineGateway({
  id: "msg91",
  label: "MSG91",
  about: "India, where every message uses an approved template: the text goes into one of its variables.",
  notes: [
    "## At MSG91",
    "",
    "- Create a template with one variable, such as `##content##`, have it approved (DLT), and put its id into `template`.",
    "- Receipts: Webhook of the SMS section, version 2 or 3, with the gateway's receipt address",
    "  {receipts}. MSG91 does not sign its calls: keep the address secret.",
    "- An auth key that is restricted to addresses (API security) must allow this machine's.",
  ].join("\n"),
  settings,
  dsn: { username: "authkey" },
  example: "msg91://AUTHKEY@default?template=TEMPLATE_ID&from=ACMEIN",
  can: { flash: false, media: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: MOST,
    ids: "call",
    reference: "field",
    numbers: "digits",
    unicode: "automatic",
    validity: null,
    credit: "credits",
    senders: ["alphanumeric"],
    signature: null,
    unconfirmed: [
      `The maximum number of recipients per call: ${MOST} is what others use.`,
      "The meaning of other error codes inside a 200 response: such a message is certainly not accepted, and is retried.",
      "The codes 208, 302 and 303, which only copies of an older list have.",
      "The receipt codes 25 and 26: MSG91's own pages disagree, so they change nothing.",
      "That `CRQID` accepts our reference of 34 characters; receipts are matched by request and number all the same.",
    ],
  },
  open(given, tools) {
    const { authkey } = given;
    const client = openClient(given, tools, { headers: { authkey }, secrets: [authkey] });
    const sendSome = (some: readonly OutgoingSms[]) =>
      client.request({ path: "/api/v5/flow", json: bodyOf(some, given) }, (answer) => readReply(answer, some, client));
    return {
      // Messages may differ, the sender may not.
      send: (batch) =>
        sendApart(
          batch,
          (all) => sendHalved(all, sendSome, (_code, reason) => /template/i.test(reason)),
          (sms) => sms.from ?? "",
        ),
      credit: () =>
        readCredit(client, `/api/balance.php?${new URLSearchParams({ authkey, type: "4" })}`, (json) => ({
          amount: textAt(json),
          unit: "credits",
        })),
      receive: readMsg91Call,
    };
  },
});

// https://msg91.com/help/how-to-update-contact-details-for-billing-and-tech-alerts lists 202 to 301 and 418;
// independent copies of an older list agree, and have 208, 302 and 303, too.
const table = {
  never: codes(202),
  sender: codes(203),
  // Key, address of the caller, credit, account that has ended or is banned, address again.
  stop: codes(207, 208, 301, 302, 303, 418),
};

function bodyOf(some: readonly OutgoingSms[], given: Settings) {
  const from = some[0]?.from ?? given.from;
  return {
    template_id: given.template,
    ...(from !== undefined && { sender: from }),
    short_url: "0",
    recipients: some.map(({ to, text, ref }) => ({ mobiles: digitsOf(to), [given.variable]: text, CRQID: ref })),
  };
}

/** One outcome for all: MSG91 accepts a call as a whole, under one id. */
function readReply(answer: Answer, some: readonly OutgoingSms[], client: Client): Outcome {
  const { json, status } = answer;
  const [type, message, code] = [textAt(json, "type"), textAt(json, "message"), codeAt(json, "code")];
  if (status < 200 || status >= 300 || type === "error") {
    const wording = client.words(message, ...some.map(({ text }) => text));
    const known = verdict(table, code, wording, answer, some[0]);
    // A named error inside a 2xx: nothing was accepted, and the cause is not reported.
    return known.kind === "unknown" && status < 300
      ? { kind: "later", code: code || "error", reason: wording || "answered with an error" }
      : known;
  }
  const id = type === "success" ? idAt(json, "message") : "";
  return id === ""
    ? { kind: "unknown", reason: `answered ${status} without a request id` }
    : { kind: "accepted", providerIds: [id] };
}

// https://msg91.com/help/how-can-i-get-the-delivery-reports-on-my-webhook-url
const states: States = {
  // Its own pages disagree about these two.
  "25": null,
  "26": null,
  "1": "delivered",
  "2": "failed",
  "9": "failed",
  "16": "failed",
  "17": "failed",
};

/** Reads a webhook: version 2 is a list of requests, in JSON or in a form's `data`, version 3 one report in JSON. */
function readMsg91Call(call: ProviderCall): ProviderEvents {
  const json = parseJson(call.body);
  if (json !== undefined && !Array.isArray(json))
    return events({ receipts: readReport(json, idAt(json, "requestId")), understood: isNothingNew(json) });
  const requests = listAt(json ?? parseJson(fieldsOf(call).get("data")));
  return events({
    receipts: requests.flatMap((request) =>
      listAt(request, "report").flatMap((report) => readReport(report, idAt(request, "requestId"))),
    ),
    understood: requests.some((request) => listAt(request, "report").some(isNothingNew)),
  });
}

const isNothingNew = (report: unknown): boolean => stateIn(states, textAt(report, "status")) === null;

function readReport(report: unknown, providerId: string): Receipt[] {
  const status = textAt(report, "status");
  const state = stateIn(states, status);
  if (!state) return [];
  const phone = internationalOf(textAt(report, "number"));
  // The id is the call's: without the number it could be anyone's receipt.
  if (phone === "") return [];
  const ref = textAt(report, "CRQID");
  const reported = { providerId, ref: ref === "0" ? "" : ref, phone, detail: loggableText(textAt(report, "desc")) };
  return [receiptOf(state, { ...reported, code: state === "failed" ? status : "" })];
}
