import type { Inbound, ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { isSignedBySinch } from "../../signatures/sinch.ts";
import { faultOf, inboundOf, news, receiptOf, stateIn } from "../../vendor/calls.ts";
import { codeAt, listAt, parseJson, textAt } from "../../vendor/json.ts";
import { internationalOf, senderOf } from "../../vendor/numbers.ts";

// `Queued` tells nothing new.
const states: Readonly<Record<string, Receipt["state"]>> = {
  Dispatched: "sent",
  Delivered: "delivered",
  Failed: "undelivered",
  Expired: "undelivered",
  Unknown: "undelivered",
  Aborted: "failed",
  Rejected: "failed",
  Deleted: "failed",
  Cancelled: "failed",
};

/** Reads a delivery report or an incoming text. @param secret absent: calls are not signed. @param now milliseconds */
export function readSinchCall(call: ProviderCall, secret: string | undefined, now: number): ProviderNews {
  if (secret !== undefined && !isSignedBySinch(call, secret, now)) return { forged: true };
  const json = parseJson(call.body);
  const type = textAt(json, "type");
  if (/^recipient_delivery_report_(sms|mms)$/.test(type)) {
    const ref = call.query["ref"] ?? textAt(json, "client_reference");
    return news({ receipts: readStatus(json, textAt(json, "batch_id"), [textAt(json, "recipient")], ref) });
  }
  if (/^delivery_report_(sms|mms)$/.test(type)) {
    const batch = textAt(json, "batch_id");
    const receipts = listAt(json, "statuses").flatMap((each) =>
      readStatus(
        each,
        batch,
        listAt(each, "recipients").map((phone) => textAt(phone)),
        "",
      ),
    );
    return news({ receipts });
  }
  return news({ inbound: type === "mo_text" || type === "mo_media" ? readText(json) : [] });
}

/** A batch has one id: without a number a report could be anybody's. */
function readStatus(status: unknown, providerId: string, phones: readonly string[], ref: string): Receipt[] {
  const state = stateIn(states, textAt(status, "status"));
  if (!state) return [];
  // 0 is "delivered" and 401 "dispatched": no errors.
  const fault = faultOf(state, codeAt(status, "code"), "");
  return phones
    .map(internationalOf)
    .filter(Boolean)
    .map((phone) => receiptOf(state, { providerId, ref, phone, ...fault }));
}

function readText(json: unknown): Inbound[] {
  const from = senderOf(textAt(json, "from"));
  const text = textAt(json, "body") || textAt(json, "body", "message");
  const media = listAt(json, "body", "media").map((each) => textAt(each, "url"));
  if (from === "") return [];
  const providerId = textAt(json, "id");
  return [inboundOf({ providerId, from, to: textAt(json, "to"), text, media: media.filter(Boolean) })];
}
