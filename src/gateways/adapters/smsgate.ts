import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { basic, openClient, type Answer, type Client } from "../vendor/client.ts";
import { idAt, listAt, textAt } from "../vendor/json.ts";
import { validity } from "../vendor/numbers.ts";
import { vendorSchemes } from "../vendor/settings.ts";
import { outcomeOfStatus } from "../vendor/status.ts";
import { readSmsgateCall } from "./smsgate/news.ts";
import { smsgateSettings, type SmsgateSettings } from "./smsgate/settings.ts";

export const smsgate = defineGateway({
  id: "smsgate",
  label: "SMSGate (Android)",
  about:
    "Sends by Android phones with the SMS Gateway app: through its cloud, a server of your own, or a phone directly.",
  notes: [
    "## On the phone",
    "",
    "- User name and password stand on the app's home tab.",
    "- Register a webhook for each of `sms:sent`, `sms:delivered`, `sms:failed` and `sms:received` (POST to `/webhooks` of the",
    "  same API) with the gateway's receipt address `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`.",
    "- Put the key of Settings, Webhooks, Signing Key into `signing_key`. The phone's clock must be right within five minutes.",
    "- A long text is reported delivered when its first part is. Pictures of an incoming MMS are not kept.",
  ].join("\n"),
  settings: smsgateSettings,
  dsn: { username: "username", password: "password", host: "host", path: "path", schemes: vendorSchemes("smsgate") },
  example: "smsgate://USER:PASSWORD@default?signing_key=SIGNING_KEY",
  recipes: [
    {
      title: "A certain phone",
      note: "Only so a text whose outcome is unknown is sent again by itself: another phone would not know that it went out.",
      dsn: "smsgate://USER:PASSWORD@default?device=DEVICE_ID&signing_key=SIGNING_KEY",
    },
    { title: "A server of your own", dsn: "smsgate://USER:PASSWORD@sms.example.org/api/3rdparty/v1/messages" },
    { title: "A phone in the same network", dsn: "smsgate+http://USER:PASSWORD@192.168.1.20:8080/message" },
  ],
  can: (given) => ({
    flash: false,
    media: false,
    credit: false,
    receipts: true,
    ...(isSingle(given) ? { deduplicates: true, deduplicatesFor: REMEMBERED } : { deduplicates: false }),
  }),
  traits: {
    // Several in one call would share one id, and a try with other neighbours would not be known again.
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "field",
    numbers: "+digits",
    unicode: "automatic",
    validity: [5, 2_592_000],
    credit: null,
    senders: [],
    signature: "HMAC-SHA256, where set",
  },
  open,
});

/** Seconds: a phone may be set to forget its texts, and their ids, after one day. */
const REMEMBERED = 86_400;

/**
 * Whether an id is taken once only. A phone refuses a second text under it with 409, and a server does so for 30 days
 * (`MESSAGES__PROCESSED_LIFETIME_HOURS`), but for each phone by itself: it may give the second one to another phone.
 */
const isSingle = ({ device, path }: SmsgateSettings): boolean => device !== undefined || path === "/message";

function open(given: SmsgateSettings, tools: GatewayTools): Gateway {
  const authorization = basic(given.username, given.password);
  const client = openClient(given, tools, {
    headers: { authorization: `Basic ${authorization}` },
    secrets: [given.password, given.signingKey, authorization],
  });
  const sendOne = (sms: OutgoingSms) =>
    // The number was checked; a phone's own idea of valid numbers must not refuse it.
    client.ask({ path: `${given.path}?skipPhoneValidation=true`, json: bodyOf(sms, given) }, (answer) =>
      readReply(answer, sms, client, isSingle(given)),
    );
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    receive: (call) => readSmsgateCall(call, given.signingKey, tools.clock.now(), client),
  };
}

function bodyOf(sms: OutgoingSms, given: SmsgateSettings) {
  const ttl = validity(sms.validFor, 5, 2_592_000);
  return {
    id: sms.ref,
    textMessage: { text: sms.text },
    phoneNumbers: [sms.to],
    withDeliveryReport: true,
    ...(given.device !== undefined && { deviceId: given.device }),
    ...(given.sim !== undefined && { simNumber: given.sim }),
    ...(ttl !== undefined && { ttl }),
  };
}

const UNDER_WAY = ["Pending", "Processed", "Sent", "Delivered"];

function readReply({ json, status, headers }: Answer, sms: OutgoingSms, client: Client, single: boolean): Outcome {
  if (status >= 200 && status < 300) {
    const [id, state] = [idAt(json, "id"), textAt(json, "state")];
    if (id !== "" && UNDER_WAY.includes(state)) return { kind: "accepted", providerIds: [id], response: state };
    if (id === "" || state !== "Failed") return { kind: "unknown", reason: `answered ${status} without id and state` };
    const reason = client.words(textAt(listAt(json, "recipients")[0], "error"), sms.text);
    return { kind: "rejected", code: state, reason: reason || "failed at once" };
  }
  const said = textAt(json, "message");
  const [code, reason] = [`http_${status}`, client.words(said, sms.text)];
  // An earlier try was taken under this id.
  if (status === 409 && said !== "") return { kind: "accepted", providerIds: [sms.ref], response: reason };
  if (status === 400 && said.startsWith("failed to select device")) return { kind: "stop", code, reason };
  // In its own form a 500 may be repeated, where the id keeps the text single.
  if (status === 500 && said !== "" && single) return { kind: "later", code, reason };
  return outcomeOfStatus(status, headers, reason);
}
