import type { KeyObject } from "node:crypto";

import type { ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { isSignedByTelnyx } from "../../signatures/telnyx.ts";
import { inboundOf, events, nothingNew, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { channelOf } from "../../vendor/channel.ts";
import { at, codeAt, listAt, parseJson, textAt } from "../../vendor/json.ts";

// After `delivery_unconfirmed` no carrier will tell more.
const states: States = {
  queued: null,
  sending: null,
  sent: "sent",
  delivery_unconfirmed: "sent",
  delivered: "delivered",
  delivery_failed: "undelivered",
  expired: "undelivered",
  sending_failed: "failed",
};

/** The person said STOP to this sender. */
const OPTED_OUT = "40300";

/** Reads an event. @param key null: calls are not signed for us. @param now milliseconds */
export function readTelnyxCall(call: ProviderCall, key: KeyObject | null, now: number): ProviderEvents {
  if (key !== null && !isSignedByTelnyx(call, key, now)) return { forged: true };
  const json = parseJson(call.body);
  const payload = at(json, "data", "payload");
  const event = textAt(json, "data", "event_type");
  const providerId = textAt(payload, "id");
  const phone = textAt(payload, "to", 0, "phone_number");
  if (event === "message.received") {
    const from = textAt(payload, "from", "phone_number");
    const media = listAt(payload, "media").map((each) => textAt(each, "url"));
    const text = textAt(payload, "text");
    if (from === "") return events({});
    return events({ inbound: [inboundOf({ providerId, from, to: phone, text, media: media.filter(Boolean) })] });
  }
  const state = stateIn(states, textAt(payload, "to", 0, "status"));
  if (state === undefined || !["message.sent", "message.finalized"].includes(event)) return events({});
  if (state === null) return nothingNew();
  const code = codeAt(payload, "errors", 0, "code");
  const channel = channelOf(textAt(payload, "type"));
  const receipt = receiptOf(state, { providerId, ref: call.query["ref"], phone, channel, code });
  return events({ receipts: [receipt], optOuts: code === OPTED_OUT && phone !== "" ? [phone] : [] });
}
