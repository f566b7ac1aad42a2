import { z } from "zod";

import type { Inbound, Outcome, OutgoingSms, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { defineGateway } from "../define.ts";
import { fieldsOf, inboundOf, events, receiptOf, stateIn, type States } from "../shared/calls.ts";
import { openClient, type Answer, type Client } from "../shared/client.ts";
import { readCredit } from "../shared/credit.ts";
import { fitId, textAt } from "../shared/json.ts";
import { digitsOf } from "../shared/numbers.ts";
import { vendorSettings } from "../shared/settings.ts";
import { outcomeOfStatus } from "../shared/status.ts";
import { withRef } from "../shared/with-ref.ts";
import { readText, type Alphabet } from "./smpp/alphabets.ts";

const settings = z.object({
  username: z.string().min(1).max(30).meta({ label: "User name" }),
  password: z.string().min(1).max(30).meta({ label: "Password", secret: true }),
  ...vendorSettings("127.0.0.1:1401"),
  alphabet: z.enum(["gsm7", "latin1", "ascii"]).default("gsm7").meta({
    label: "Alphabet of data_coding 0",
    help: "Of incoming messages, as the SMSC writes them: unpacked septets of GSM 03.38, Latin 1, or ASCII.",
  }),
});
type Settings = z.infer<typeof settings>;

export const jasmin = defineGateway({
  id: "jasmin",
  label: "Jasmin",
  about: "The HTTP API of a Jasmin SMS gateway of your own. Jasmin splits messages over 160 characters.",
  notes: [
    "## At Jasmin",
    "",
    "- `jasmin+http://` is for a Jasmin on this machine or in a network you trust: its HTTP API has no TLS of its own.",
    "- Receipts are requested with each message. Jasmin repeats them until the response is `ACK/Jasmin`, which is what it gets.",
    "- For replies create an HTTP connector in jcli (`httpccm -a`) with the gateway's receipt address",
    "  {receipts} as its base URL and POST as its method, and an MO route to it.",
    "- After a temporary error of the SMSC Jasmin submits a message again and sends no receipt for it: it stays `sent`.",
    "- Messages of more than five segments need a larger `long_content_max_parts` in `jasmin.cfg`.",
    "- The balance of a user without quotas is `ND`; it is then reported as unreadable.",
  ].join("\n"),
  settings,
  dsn: { username: "username", password: "password" },
  example: "jasmin+http://USER:PASSWORD@127.0.0.1:1401?from=ACME",
  can: { flash: false, media: false, receipts: true, deduplicates: false },
  traits: {
    recipientsPerCall: 1,
    ids: "recipient",
    reference: "callback",
    numbers: "digits",
    unicode: "flagged",
    validity: [60, 604_800],
    credit: "credits",
    senders: ["number", "short code", "alphanumeric"],
    signature: null,
    unconfirmed: ["The unit of the balance: Jasmin counts by your own rates, and it is shown as credits."],
  },
  open(given, tools) {
    const { username, password } = given;
    const client = openClient(given, tools, { headers: { accept: "*/*" }, secrets: [username, password] });
    const sendOne = (sms: OutgoingSms) =>
      client.request({ path: "/send", form: formOf(sms, given) }, (answer) => readReply(answer, sms, client));
    return {
      send: (batch) => Promise.all(batch.map(sendOne)),
      credit: () =>
        // By GET: Jasmin accepts nothing else here.
        readCredit(client, `/balance?${new URLSearchParams({ username, password })}`, (json) => ({
          amount: textAt(json, "balance"),
          unit: "credits",
        })),
      receive: (call) => readJasminCall(call, given.alphabet),
    };
  },
});

function formOf(sms: OutgoingSms, given: Settings): URLSearchParams {
  const form = new URLSearchParams({ username: given.username, password: given.password, to: digitsOf(sms.to) });
  const from = sms.from ?? given.from;
  if (from !== undefined) form.set("from", digitsOf(from));
  form.set("coding", sms.encoding === "ucs2" ? "8" : "0");
  if (sms.encoding === "ucs2") form.set("hex-content", Buffer.from(sms.text, "utf16le").swap16().toString("hex"));
  else form.set("content", sms.text);
  if (sms.validFor !== undefined) form.set("validity-period", String(Math.floor(sms.validFor / 60)));
  form.set("dlr", sms.receiptUrl === undefined ? "no" : "yes");
  if (sms.receiptUrl === undefined) return form;
  form.set("dlr-url", withRef(sms.receiptUrl, sms.ref));
  form.set("dlr-level", "3");
  form.set("dlr-method", "POST");
  return form;
}

function readReply({ status, headers, body }: Answer, sms: OutgoingSms, client: Client): Outcome {
  const [, word, wording = ""] = /^(Success|Error) "(.*)"\s*$/s.exec(body ?? "") ?? [];
  if (status === 200) {
    const id = word === "Success" ? fitId(wording) : "";
    return id === ""
      ? { kind: "unknown", reason: "answered 200 without `Success` and an id" }
      : { kind: "accepted", providerIds: [id] };
  }
  const reason = client.words(word === "Error" ? wording : body, sms.text);
  const code = `http_${status}`;
  // Jasmin has one status for an account that may not send and for one that sends too fast; only the message differs.
  if (status === 403 && wording === "User throughput exceeded") return { kind: "later", code, reason, throttled: true };
  // A filter of the user concerns one number or text; only a sender that no message chose is the same for all.
  const [, filter] = /^Value filter failed for user .*\((\w+) filter mismatch\)/.exec(wording) ?? [];
  if (status === 403 && filter !== undefined)
    return { kind: filter === "source_address" && sms.from === undefined ? "stop" : "rejected", code, reason };
  // The connection manager did not accept it; any other message at a 500 proves nothing.
  if (status === 500 && wording.startsWith("Cannot send submit_sm")) return { kind: "later", code, reason };
  // A route whose connections are all down accepted nothing, and shares its status with a number that has no route.
  if (status === 412 && wording.startsWith("Failover route has no bound")) return { kind: "later", code, reason };
  const outcome = outcomeOfStatus(status, headers, reason);
  // Whatever status an operator's script chooses, it concerns this message.
  if (outcome.kind === "stop" && wording.startsWith("Interception specific error"))
    return { ...outcome, kind: "rejected" };
  return outcome;
}

// Level 1 uses SMPP's command statuses, level 2 the words of an SMSC's receipt.
const states: States = {
  ESME_ROK: "sent",
  // Jasmin submits the message again (`submit_error_retrial` in jasmin.cfg) and reports on it no more: it may arrive.
  ESME_RSYSERR: null,
  ESME_RTHROTTLED: null,
  ESME_RMSGQFUL: null,
  ESME_RINVSCHED: null,
  ENROUTE: "sent",
  ACCEPTD: "sent",
  DELIVRD: "delivered",
  UNDELIV: "undelivered",
  EXPIRED: "undelivered",
  UNKNOWN: "undelivered",
  REJECTD: "failed",
  DELETED: "failed",
};

/** Reads a receipt or an incoming message. After any other response Jasmin repeats the call. */
function readJasminCall(call: ProviderCall, alphabet: Alphabet): ProviderEvents {
  const form = fieldsOf(call);
  const word = form.get("message_status") ?? "";
  const known = stateIn(states, word);
  const state = known === undefined && /^ESME_R[A-Z0-9]+$/.test(word) ? "failed" : known;
  const incoming = word === "" && form.has("from") && (form.has("content") || form.has("binary"));
  return events(
    state
      ? { receipts: [readReceipt(form, state, word, call)] }
      : incoming
        ? { inbound: [readInbound(form, alphabet)] }
        : { understood: state === null },
    { body: "ACK/Jasmin" },
  );
}

function readReceipt(form: URLSearchParams, state: Receipt["state"], word: string, call: ProviderCall): Receipt {
  const error = form.get("err") ?? "";
  return receiptOf(state, {
    providerId: fitId(form.get("id") ?? ""),
    ref: call.query["ref"],
    code: state === "failed" && word.startsWith("ESME_") ? word : /^(?!0+$)\w{1,12}$/.test(error) ? error : "",
    detail: word,
  });
}

function readInbound(form: URLSearchParams, alphabet: Alphabet): Inbound {
  return inboundOf({
    providerId: fitId(form.get("id") ?? ""),
    from: form.get("from") ?? "",
    to: form.get("to") ?? "",
    ...contentOf(form, alphabet),
  });
}

/** `content` has the octets as they came over SMPP, which a form garbles; `binary` has them in hexadecimal. */
function contentOf(form: URLSearchParams, alphabet: Alphabet): Pick<Inbound, "text" | "part"> {
  const hex = form.get("binary") ?? "";
  if (!/^([0-9a-f]{2})+$/i.test(hex)) return { text: form.get("content") ?? "" };
  const whole = Buffer.from(hex, "hex");
  const part = partOf(whole);
  const octets = part === undefined ? whole : whole.subarray(LONG_HEADER);
  const body = { octets, coding: codingOf(form.get("coding") ?? ""), broken: false };
  return { text: readText(body, { single: 0, locking: 0 }, alphabet), ...(part && { part }) };
}

const LONG_HEADER = 7;

/**
 * Jasmin joins the parts of a long message by their header, but leaves the one with a reference of two octets (3GPP TS
 * 23.040 §9.2.3.24.8) in front of the text.
 */
function partOf(octets: Buffer): Inbound["part"] {
  if (octets.length < LONG_HEADER || octets.readUIntBE(0, 3) !== 0x060804) return undefined;
  const [total, number] = [octets[5]!, octets[6]!];
  return total > 1 && number >= 1 && number <= total
    ? { reference: String(octets.readUInt16BE(3)), total, number }
    : undefined;
}

/** Jasmin writes `data_coding` as its one octet (`%08`), where its documentation has digits. */
function codingOf(written: string): number {
  const coding = /^\d+$/.test(written) ? Number(written) : written.charCodeAt(0);
  return coding <= 0xff ? coding : 0;
}
