import type { ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { faultOf, fieldsOf, inboundOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { senderOf } from "../../vendor/numbers.ts";

/** Receipts of one call that are read. */
const MOST = 1_000;

const byName: States = {
  QUEUE: null,
  ACCEPTED: null,
  RENEWAL: null,
  SENT: "sent",
  UNKNOWN: "sent",
  DELIVERED: "delivered",
  UNDELIVERED: "undelivered",
  EXPIRED: "undelivered",
  FAILED: "failed",
  REJECTED: "failed",
  STOP: "failed",
  NOT_FOUND: "failed",
};
const names = new Map([
  ["401", "NOT_FOUND"],
  ["402", "EXPIRED"],
  ["403", "SENT"],
  ["404", "DELIVERED"],
  ["405", "UNDELIVERED"],
  ["406", "FAILED"],
  ["407", "REJECTED"],
  ["408", "UNKNOWN"],
  ["409", "QUEUE"],
  ["410", "ACCEPTED"],
  ["411", "RENEWAL"],
  ["412", "STOP"],
]);

/** Reads a delivery report, which may be about several texts, each field a list with commas, or an incoming text. */
export function readSmsapiCall(call: ProviderCall): ProviderEvents {
  const fields = fieldsOf(call);
  const ids = (fields.get("MsgId") ?? "").split(",", MOST);
  // A list that lacks an entry would tell of one text what is another's.
  const list = (name: string): readonly string[] => {
    const entries = (fields.get(name) ?? "").split(",", MOST);
    return entries.length === ids.length ? entries : [];
  };
  const [from, to, text] = [fields.get("sms_from") ?? "", fields.get("sms_to") ?? "", fields.get("sms_text")];
  const ok = { body: "OK" };
  if (from !== "" && text !== null)
    return events(
      { inbound: [inboundOf({ providerId: fields.get("MsgId") ?? "", from: senderOf(from), to, text })] },
      ok,
    );

  const [words, numbers, refs, phones] = [list("status_name"), list("status"), list("idx"), list("to")];
  const told = ids.map((_id, index) => words[index] || (names.get(numbers[index] ?? "") ?? ""));
  const receipts = ids.flatMap((providerId, index) => {
    const word = told[index]!;
    const state = stateIn(byName, word);
    if (!state || providerId === "") return [];
    const issue = faultOf(state, word, "");
    return [receiptOf(state, { providerId, ref: refs[index], phone: phones[index], ...issue })];
  });
  return events({ receipts, understood: told.some((word) => stateIn(byName, word) === null) }, ok);
}
