import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { sendAlike, type Alike } from "../vendor/alike.ts";
import { openClient, type Answer, type Client } from "../vendor/client.ts";
import { sendHalved } from "../vendor/halved.ts";
import { codeAt, idAt, textAt } from "../vendor/json.ts";
import { validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { codes, retryOwnFailure, verdict } from "../vendor/verdict.ts";
import { withRef } from "../vendor/with-ref.ts";
import { readSinchCall } from "./sinch/news.ts";
import { sinchSettings, type SinchSettings } from "./sinch/settings.ts";

export const sinch = defineGateway({
  id: "sinch",
  label: "Sinch",
  about: "The SMS API with its batches: one request carries a text to up to a thousand people, and has one id.",
  notes: [
    "## At Sinch",
    "",
    "Take service plan id and API token from the dashboard's SMS page, and the plan's region for `region=`. Receipts come by",
    "themselves. For incoming texts set the plan's callback URL to the gateway's receipt address,",
    "`https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`. An account manager at Sinch can switch on signed callbacks; then give",
    "their secret as `signature_secret=`.",
  ].join("\n"),
  settings: sinchSettings,
  dsn: { username: "plan", password: "token", host: "host", schemes: vendorSchemes("sinch") },
  example: "sinch://SERVICE_PLAN_ID:API_TOKEN@default?region=eu&from=ACME",
  can: { flash: true, media: true, maxMedia: 1, credit: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1_000,
    ids: "call",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: [1, 259_200],
    credit: null,
    senders: ["number", "short code", "alphanumeric"],
    signature: "HMAC-SHA256",
    unconfirmed: [
      "That calls to an address given with a batch are signed with the same secret as the plan's own callbacks.",
      "The fields of an incoming MMS (`body.message`, `body.media[].url`).",
    ],
  },
  open,
});

// Codes of the vendor's own description; what a batch is refused for.
const table = { never: codes("syntax_invalid_parameter_format", "missing_callback_url") };

function open(given: SinchSettings, tools: GatewayTools): Gateway {
  const client = openClient({ ...given, host: given.host ?? `${given.region}.sms.api.sinch.com` }, tools, {
    path: `/xms/v1/${given.plan}`,
    headers: { authorization: `Bearer ${given.token}` },
    secrets: [given.token, given.signatureSecret],
  });
  const sendSet = ({ sms, all, receiptUrl }: Alike) =>
    sendHalved(
      all,
      (some) => {
        const json = bodyOf({ sms, all: some, receiptUrl }, given, tools.clock.now());
        return client.ask({ path: "/batches", json }, (answer) => readReply(answer, sms, client));
      },
      concernsAll,
    );
  return {
    batchSize: 1_000,
    window: given.window,
    send: (batch) => sendAlike(batch, sendSet),
    receive: (call) => readSinchCall(call, given.signatureSecret, tools.clock.now()),
  };
}

function bodyOf({ sms, all, receiptUrl }: Alike, given: SinchSettings, now: number): object {
  const from = sms.from ?? given.from;
  const [url] = sms.media;
  const seconds = validity(sms.validFor, 1, 259_200);
  // Reports name the batch and the number; our reference stands for one person and goes with nobody else.
  const [only, ...others] = all;
  const ref = others.length === 0 ? only?.ref : undefined;
  const callback = receiptUrl !== undefined && ref !== undefined ? withRef(receiptUrl, ref) : receiptUrl;
  return {
    ...(from === undefined ? {} : { from }),
    to: all.map(({ to }) => to),
    ...(url === undefined
      ? { type: "mt_text", body: sms.text }
      : { type: "mt_media", body: { url, ...(sms.text === "" ? {} : { message: sms.text }) } }),
    // Sinch refuses a report without an address for it.
    ...(callback === undefined
      ? { delivery_report: "none" }
      : { delivery_report: "per_recipient", callback_url: callback }),
    ...(ref === undefined ? {} : { client_reference: ref }),
    ...(seconds === undefined ? {} : { expire_at: new Date(now + seconds * 1_000).toISOString() }),
    ...(sms.flash ? { flash_message: true } : {}),
  };
}

function readReply(answer: Answer, sms: OutgoingSms, client: Client): Outcome {
  const { json, status } = answer;
  if (status >= 200 && status < 300) {
    const id = idAt(json, "id");
    return id === ""
      ? { kind: "unknown", reason: `answered ${status} without a batch id` }
      : { kind: "accepted", providerIds: [id] };
  }
  const code = codeAt(json, "code");
  const said = client.words(textAt(json, "text"), sms.text);
  // The same for every text that does not choose its sender.
  if (status === 400 && /parameter '?from\b/i.test(said))
    return verdict({ sender: codes(code) }, code, said, answer, sms);
  const known = verdict(table, code, said, answer);
  // 403 with a code of Sinch's own is about what the batch asks for; a bare one is about the account.
  if (status === 403 && known.kind === "stop" && code !== "") return { ...known, kind: "rejected" };
  return retryOwnFailure(known, code, status);
}

/** One bad number fails a whole batch; so does every other parameter, and then no half of it would pass. */
const concernsAll = (code: string, reason: string): boolean =>
  code === "missing_callback_url" || /parameter '(?!to\b)\w/.test(reason);
