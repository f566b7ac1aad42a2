import { z } from "zod";

import type { Gateway, GatewayTools, Outcome, OutgoingSms } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { openClient, type Answer, type Client } from "../vendor/client.ts";
import { validity } from "../vendor/numbers.ts";
import { vendorSchemes, vendorSettings } from "../vendor/settings.ts";
import { outcomeOfStatus } from "../vendor/status.ts";
import { readKannelCall, reportUrl } from "./kannel/news.ts";

const settings = z.object({
  username: z.string().min(1).meta({ label: "User name", help: "Of a `sendsms-user`." }),
  password: z.string().min(1).meta({ label: "Password", secret: true }),
  ...vendorSettings("127.0.0.1:13013"),
  path: z.string().default("/cgi-bin/sendsms").meta({ label: "Path", help: "As `sendsms-url` of smsbox says." }),
  smsc: z
    .string()
    .max(80)
    .optional()
    .meta({ label: "SMSC", help: "Id of the link to send by; absent: as Kannel routes." }),
  account: z.string().max(80).optional().meta({ label: "Account", help: "Stands in Kannel's access log." }),
});
type KannelSettings = z.infer<typeof settings>;

export const kannel = defineGateway({
  id: "kannel",
  label: "Kannel",
  about:
    "The sendsms interface of a Kannel of your own. Long texts are split by Kannel; set `concatenation` and `max-messages`.",
  notes: [
    "## At Kannel",
    "",
    "- `kannel+http://` is for a Kannel on this machine or in a network you trust; `kannel://` for one with `sendsms-port-ssl`.",
    "- Kannel takes its parameters from the address only, so the password is in it: keep it off proxies that write logs.",
    "- Receipts are asked for with each text (`dlr-url`); `dlr-storage` in the core group must be set for them.",
    "- For replies set `get-url` of a `sms-service` to the gateway's receipt address",
    "  `https://YOUR-HOST/svc/v1/receipts/NAME/TOKEN`, and behind it",
    "  `?from=%p&to=%P&text=%b&charset=%C&id=%I`; `max-messages = 0` keeps Kannel from answering by itself.",
  ].join("\n"),
  settings,
  dsn: { username: "username", password: "password", host: "host", path: "path", schemes: vendorSchemes("kannel") },
  example: "kannel+http://USER:PASSWORD@127.0.0.1:13013?from=13013",
  can: { flash: true, media: false, credit: false, receipts: true, deduplicates: false },
  traits: {
    // A text to several people gets one line back, without ids and without a word on each.
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
  open,
});

function open(given: KannelSettings, tools: GatewayTools): Gateway {
  const client = openClient(given, tools, { headers: { accept: "*/*" }, secrets: [given.username, given.password] });
  // By GET: Kannel 1.4.5 answers a form with "Invalid content-type".
  const sendOne = (sms: OutgoingSms) =>
    client.ask({ path: `${given.path}?${queryOf(sms, given)}` }, (answer) => readReply(answer, sms, client));
  return {
    batchSize: 1,
    window: given.window,
    send: (batch) => Promise.all(batch.map(sendOne)),
    receive: readKannelCall,
  };
}

function queryOf(sms: OutgoingSms, given: KannelSettings): URLSearchParams {
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
  const seconds = validity(sms.validFor, 60, 604_800);
  set("validity", seconds === undefined ? undefined : String(Math.floor(seconds / 60)));
  if (sms.receiptUrl === undefined) return query;
  // 1 delivered, 2 undelivered, 8 taken by the SMSC, 16 refused by it.
  set("dlr-mask", "27");
  set("dlr-url", reportUrl(sms.receiptUrl, sms.ref));
  return query;
}

function readReply({ status, headers, body }: Answer, sms: OutgoingSms, client: Client): Outcome {
  const said = client.words(body, sms.text);
  // One status for a wrong password and for a number to which no link may send; only the words differ.
  if (status === 403 && said.startsWith("Not routable")) return { kind: "rejected", code: "http_403", reason: said };
  if (status < 200 || status >= 300) return outcomeOfStatus(status, headers, said);
  // 0: a link took it; 3: no link is up, and Kannel keeps it.
  return /^[03]: /.test(body ?? "")
    ? { kind: "accepted", providerIds: [], response: said }
    : { kind: "unknown", reason: `answered ${status} in other words than 0: or 3:` };
}
