import type { Inbound, ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { isSignedBySinch } from "../../signatures/sinch.ts";
import { faultOf, inboundOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { channelOf } from "../../vendor/channel.ts";
import { codeAt, listAt, parseJson, textAt } from "../../vendor/json.ts";
import { internationalOf, senderOf } from "../../vendor/numbers.ts";

const states: States = {
  Queued: null,
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
export function readSinchCall(call: ProviderCall, secret: string | undefined, now: number): ProviderEvents {
  if (secret !== undefined && !isSignedBySinch(call, secret, now)) return { forged: true };
  const json = parseJson(call.body);
  const type = textAt(json, "type");
  if (/^recipient_delivery_report_(sms|mms)$/.test(type)) {
    const ref = call.query["ref"] ?? textAt(json, "client_reference");
    const receipts = readStatus(json, textAt(json, "batch_id"), [textAt(json, "recipient")], { ref, type });
    return events({ receipts, understood: isNothingNew(json) });
  }
  if (/^delivery_report_(sms|mms)$/.test(type)) {
    const batch = textAt(json, "batch_id");
    const receipts = listAt(json, "statuses").flatMap((each) =>
      readStatus(
        each,
        batch,
        listAt(each, "recipients").map((phone) => textAt(phone)),
        { ref: "", type },
      ),
    );
    return events({ receipts, understood: listAt(json, "statuses").some(isNothingNew) });
  }
  return events({ inbound: type === "mo_text" || type === "mo_media" ? readText(json) : [] });
}

const isNothingNew = (status: unknown): boolean => stateIn(states, textAt(status, "status")) === null;

/** A batch has one id: without a number a report could be anybody's. */
function readStatus(
  status: unknown,
  providerId: string,
  phones: readonly string[],
  { ref, type }: { readonly ref: string; readonly type: string },
): Receipt[] {
  const state = stateIn(states, textAt(status, "status"));
  if (!state) return [];
  // 0 is "delivered" and 401 "dispatched": no errors.
  const issue = faultOf(state, codeAt(status, "code"), "");
  const channel = channelOf(type.slice(type.lastIndexOf("_") + 1));
  return phones
    .map(internationalOf)
    .filter(Boolean)
    .map((phone) => receiptOf(state, { providerId, ref, phone, channel, ...issue }));
}

function readText(json: unknown): Inbound[] {
  const from = senderOf(textAt(json, "from"));
  const text = textAt(json, "body") || textAt(json, "body", "message");
  const media = listAt(json, "body", "media").map((each) => textAt(each, "url"));
  if (from === "") return [];
  const providerId = textAt(json, "id");
  return [inboundOf({ providerId, from, to: textAt(json, "to"), text, media: media.filter(Boolean) })];
}
