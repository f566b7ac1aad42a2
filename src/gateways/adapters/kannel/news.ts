import type { Inbound, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { fitId } from "../../vendor/json.ts";
import { withRef } from "../../vendor/with-ref.ts";

// Bits of dlr-mask, one of them in each report. 4 (buffered) is not asked for.
const states: States = {
  "4": null,
  "1": "delivered",
  "2": "undelivered",
  "8": "sent",
  "16": "failed",
};

/** The address for reports, with the marks that Kannel fills in. What looks like a mark already is escaped. */
export function reportUrl(receiptUrl: string, ref: string): string {
  return `${withRef(receiptUrl, ref).replaceAll("%", "%%")}&state=%d&smsc_id=%F&said=%A&to=%p`;
}

/** Reads a report, or a text from a person by the `get-url` of a sms-service. */
export function readKannelCall(call: ProviderCall): ProviderEvents {
  const { query } = call;
  const state = stateIn(states, query["state"] ?? "");
  if (state === null) return nothingNew();
  if (state !== undefined) return events({ receipts: [readReceipt(query, state)] });
  return events("from" in query && "text" in query ? { inbound: [readInbound(call)] } : {});
}

function readReceipt(query: ProviderCall["query"], state: Receipt["state"]): Receipt {
  // What the SMSC said: a receipt's text (… err:001 …), or ACK/ or NACK/0x0000000b/words for the submit.
  const said = query["said"] ?? "";
  const code = /\berr:(\w{1,8})/.exec(said)?.[1] ?? /^NACK\/(\w{1,12})/.exec(said)?.[1] ?? "";
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
  });
}

/** Kannel hands a UCS-2 text on as the bytes of UTF-16BE (`charset=%C` says so), which a query of UTF-8 garbles. */
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
