import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendApart } from "../vendor/alike.ts";
import { openClient, type Answer, type Client } from "../vendor/client.ts";
import { readCredit } from "../vendor/credit.ts";
import { sendHalved } from "../vendor/halved.ts";
import { codeAt, idAt, textAt } from "../vendor/json.ts";
import { digitsOf } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { codes, verdict } from "../vendor/verdict.ts";
import { readMsg91Call } from "./msg91/news.ts";
import { msg91Settings, type Msg91Settings } from "./msg91/settings.ts";

const MOST = 100;

export const msg91 = defineGateway({
  id: "msg91",
  label: "MSG91",
  about: "India, where every text is an approved template: the text goes into one of its variables.",
  notes: [
    "## At MSG91",
    "",
    "- Make a template with one variable, such as `##content##`, have it approved (DLT), and put its id into `template`.",
    "- Receipts: Webhook of the SMS section, version 2 or 3, with the gateway's receipt address",
    "  `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. MSG91 does not sign its calls: keep the address secret.",
    "- An auth key that is bound to addresses (API security) must know this machine's.",
  ].join("\n"),
  settings: msg91Settings,
  dsn: { username: "authkey", host: "host", schemes: vendorSchemes("msg91") },
  example: "msg91://AUTHKEY@default?template=TEMPLATE_ID&from=ACMEIN",
  can: { flash: false, media: false, credit: true, receipts: true, deduplicates: false },
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
      `How many recipients one call may have: ${MOST} is what others use.`,
      "What error codes mean inside an answer of 200: such a text is certainly not taken, and is tried again.",
      "The receipt codes 25 and 26: MSG91's own pages disagree, so they change nothing.",
      "That `CRQID` takes our reference of 34 characters; receipts are matched by request and number all the same.",
    ],
  },
  open,
});

// The address of the caller is not on the auth key's list: https://msg91.com/help/api
const table = { stop: codes(418) };

function open(given: Msg91Settings, tools: GatewayTools): Gateway {
  const { authkey } = given;
  const client = openClient(given, tools, { headers: { authkey }, secrets: [authkey] });
  const sendSome = (some: readonly OutgoingSms[]) =>
    client.ask({ path: "/api/v5/flow", json: bodyOf(some, given) }, (answer) => readReply(answer, some, client));
  return {
    batchSize: MOST,
    window: given.window,
    // Texts may differ, the sender may not.
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
}

function bodyOf(some: readonly OutgoingSms[], given: Msg91Settings) {
  const from = some[0]?.from ?? given.from;
  return {
    template_id: given.template,
    ...(from !== undefined && { sender: from }),
    short_url: "0",
    recipients: some.map(({ to, text, ref }) => ({ mobiles: digitsOf(to), [given.variable]: text, CRQID: ref })),
  };
}

/** One outcome for all: MSG91 takes a call as a whole, under one id. */
function readReply(answer: Answer, some: readonly OutgoingSms[], client: Client): Outcome {
  const { json, status } = answer;
  const [type, message, code] = [textAt(json, "type"), textAt(json, "message"), codeAt(json, "code")];
  if (status < 200 || status >= 300 || type === "error") {
    const said = client.words(message, ...some.map(({ text }) => text));
    const known = verdict(table, code, said, answer);
    // An error by name under a 2xx: nothing was taken, and whose fault it was is not told.
    return known.kind === "unknown" && status < 300
      ? { kind: "later", code: code || "error", reason: said || "answered with an error" }
      : known;
  }
  const id = type === "success" ? idAt(json, "message") : "";
  return id === ""
    ? { kind: "unknown", reason: `answered ${status} without a request id` }
    : { kind: "accepted", providerIds: [id] };
}
