import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { fitId } from "../shared/json.ts";
import { vendorSettings } from "../shared/settings.ts";
import { outcomeOfStatus } from "../shared/status.ts";
import { withRef } from "../shared/with-ref.ts";

const settings = z.object({
  username: z.string().min(1).meta({ label: "User name", help: "Of a `sendsms-user`." }),
  password: z.string().min(1).meta({ label: "Password", secret: true }),
  ...vendorSettings("127.0.0.1:13013"),
  path: z
    .string()
    .startsWith("/")
    .default("/cgi-bin/sendsms")
    .meta({ label: "Path", help: "The `sendsms-url` of smsbox." }),
  smsc: z
    .string()
    .max(80)
    .optional()
    .meta({ label: "SMSC", help: "Id of the connection to send through; absent: chosen by Kannel." }),
  account: z.string().max(80).optional().meta({ label: "Account", help: "Shown in Kannel's access log." }),
});
type Settings = z.infer<typeof settings>;

export const kannel = defineGateway({
  id: "kannel",
  label: "Kannel",
  about:
    "The sendsms interface of a Kannel of your own. Kannel splits long messages; set `concatenation` and `max-messages`.",
  notes: [
    "## At Kannel",
    "",
    "- `kannel+http://` is for a Kannel on this machine or in a network you trust; `kannel://` for one with `sendsms-port-ssl`.",
    "- Kannel reads its parameters from the URL only, so the password is in it: keep it off proxies that write logs.",
    "- Receipts are requested with each message (`dlr-url`); `dlr-storage` in the core group must be set for them.",
    "- For replies set `get-url` of a `sms-service` to the gateway's receipt address",
    "  {receipts}, followed by",
    "  `?from=%p&to=%P&text=%b&charset=%C&id=%I&time=%T`; `max-messages = 0` keeps Kannel from replying by itself.",
    "  Without `time=%T`, a START that Kannel delivers late or twice may lift a STOP that came after it.",
  ].join("\n"),
  settings,
  dsn: { username: "username", password: "password", path: "path" },
  example: "kannel+http://USER:PASSWORD@127.0.0.1:13013?from=13013",
  can: { flash: true, media: false, receipts: true, deduplicates: false },
  traits: {
    // A message to several people gets one line back, without ids and without a result for each.
    recipientsPerCall: 1,
    ids: "none",
    reference: "callback",
    numbers: "+digits",
    unicode: "flagged",
    validity: [60, 604_800],
    credit: null,
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
  },
  open(given, tools) {
    const client = openClient(given, tools, { headers: { accept: "*/*" }, secrets: [given.username, given.password] });
    // By GET: Kannel 1.4.5 answers a form with "Invalid content-type".
    const sendOne = (sms: OutgoingSms) =>
      client.request({ path: `${given.path}?${queryOf(sms, given)}` }, (answer) => readReply(answer, sms, client));
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      receive: readKannelCall,
    };
  },
});

function queryOf(sms: OutgoingSms, given: Settings): URLSearchParams {
  const query = new URLSearchParams({ username: given.username, password: given.password });
  const set = (name: string, value: string | undefined): void => {
    if (value !== undefined) query.set(name, value);
  };
  set("smsc", given.smsc);
  set("account", given.account);
  set("from", sms.from ?? given.from);
  // Without the plus sign Kannel submits the number as a national one.
  set("to", sms.to);
  set("text", sms.text);
  set("charset", "UTF-8");
  set("coding", sms.encoding === "ucs2" ? "2" : "0");
  set("mclass", sms.flash ? "0" : undefined);
  set("validity", sms.validFor === undefined ? undefined : String(Math.floor(sms.validFor / 60)));
  if (sms.receiptUrl === undefined) return query;
  // 1 delivered, 2 undelivered, 8 accepted by the SMSC, 16 refused by it.
  set("dlr-mask", "27");
  set("dlr-url", reportUrl(sms.receiptUrl, sms.ref));
  return query;
}

function readReply({ status, headers, body }: Answer, sms: OutgoingSms, client: Client): Outcome {
  const wording = client.words(body, sms.text);
  // One status for a wrong password and for a number to which no connection may send; only the message differs.
  if (status === 403 && wording.startsWith("Not routable"))
    return { kind: "rejected", code: "http_403", reason: wording };
  if (status < 200 || status >= 300) return outcomeOfStatus(status, headers, wording);
  // 0: a connection accepted it; 3: no connection is up, and Kannel queues it.
  return /^[03]: /.test(body ?? "")
    ? { kind: "accepted", providerIds: [], response: wording }
    : { kind: "unknown", reason: `answered ${status} without 0: or 3:` };
}

// Bits of dlr-mask, one of them in each report. 4 (buffered) is not requested.
const states: States = {
  "4": null,
  "1": "delivered",
  "2": "undelivered",
  "8": "sent",
  "16": "failed",
};

/** The address for reports, with the placeholders that Kannel fills in. What already looks like one is escaped. */
function reportUrl(receiptUrl: string, ref: string): string {
  return `${withRef(receiptUrl, ref).replaceAll("%", "%%")}&state=%d&smsc_id=%F&said=%A&to=%p`;
}

/** Reads a report, or an incoming message through the `get-url` of a sms-service. */
function readKannelCall(call: ProviderCall): ProviderEvents {
  const { query } = call;
  const state = stateIn(states, query["state"] ?? "");
  if (state === null) return nothingNew();
  if (state !== undefined) return events({ receipts: [readReceipt(query, state)] });
  return events("from" in query && "text" in query ? { inbound: [readInbound(call)] } : {});
}

function readReceipt(query: ProviderCall["query"], state: Receipt["state"]): Receipt {
  // What the SMSC said: a receipt's text (… err:001 …), or ACK/ or NACK/0x0000000b/words for the submit.
  const wording = query["said"] ?? "";
  const code = /\berr:(\w{1,8})/.exec(wording)?.[1] ?? /^NACK\/(\w{1,12})/.exec(wording)?.[1] ?? "";
  return receiptOf(state, {
    providerId: fitId(query["smsc_id"] ?? ""),
    ref: query["ref"],
    phone: query["to"],
    code: /^0*$/.test(code) ? "" : code,
  });
}

function readInbound(call: ProviderCall): Inbound {
  const { query } = call;
  return inboundOf({
    providerId: fitId(query["id"] ?? ""),
    from: query["from"] ?? "",
    to: query["to"] ?? "",
    text: textOf(call),
    at: query["time"] ?? "",
  });
}

/** Kannel passes on a UCS-2 message as the bytes of UTF-16BE (`charset=%C` says so), which a UTF-8 query garbles. */
function textOf(call: ProviderCall): string {
  const given = call.query["text"] ?? "";
  if (call.query["charset"]?.toUpperCase() !== "UTF-16BE") return given;
  const raw = /[?&]text=([^&#]*)/.exec(call.url)?.[1] ?? "";
  const bytes = Buffer.from(
    raw
      .replaceAll("+", "%20")
      .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  );
  return bytes.length % 2 === 0 ? bytes.swap16().toString("utf16le") : given;
}
