import type { Inbound, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { fieldsOf, inboundOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { fitId } from "../../vendor/json.ts";

// Level 1 speaks in SMPP's command statuses, level 2 in the words of an SMSC's receipt.
const states: States = {
  ESME_ROK: "sent",
  ENROUTE: "sent",
  ACCEPTD: "sent",
  DELIVRD: "delivered",
  UNDELIV: "undelivered",
  EXPIRED: "undelivered",
  UNKNOWN: "undelivered",
  REJECTD: "failed",
  DELETED: "failed",
};

/** Reads a receipt or a text from a person. Whatever else Jasmin is answered, it comes again. */
export function readJasminCall(call: ProviderCall): ProviderEvents {
  const form = fieldsOf(call);
  const word = form.get("message_status") ?? "";
  const state = stateIn(states, word) ?? (/^ESME_R[A-Z0-9]+$/.test(word) ? "failed" : undefined);
  const incoming = word === "" && form.has("from") && (form.has("content") || form.has("binary"));
  return events(
    state ? { receipts: [readReceipt(form, state, word, call)] } : incoming ? { inbound: [readInbound(form)] } : {},
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

function readInbound(form: URLSearchParams): Inbound {
  const bytes = form.get("binary") ?? "";
  // `content` holds the bytes as they came over the link, which for UCS-2 no form survives.
  const wide = form.get("coding") === "8" && /^([0-9a-f]{4})+$/i.test(bytes);
  return inboundOf({
    providerId: fitId(form.get("id") ?? ""),
    from: form.get("from") ?? "",
    to: form.get("to") ?? "",
    text: wide ? Buffer.from(bytes, "hex").swap16().toString("utf16le") : (form.get("content") ?? ""),
  });
}
