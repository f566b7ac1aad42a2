import type { ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import {
  faultOf,
  fieldsOf,
  inboundOf,
  events,
  nothingNew,
  receiptOf,
  stateIn,
  type States,
} from "../../vendor/calls.ts";
import { fitId } from "../../vendor/json.ts";

// 1 and 2 wait at Kavenegar; 4 and 5: given to the operator; 6: failed there; 13: cancelled; 14: the person has blocked
// texts of this kind; 100: the id is none.
const states: States = {
  "1": null,
  "2": null,
  "4": "sent",
  "5": "sent",
  "6": "failed",
  "10": "delivered",
  "11": "undelivered",
  "13": "failed",
  "14": "failed",
  "100": "failed",
};

/** What one of Kavenegar's status numbers says of a text; undefined where it settles nothing. */
export const stateOf = (status: string): Receipt["state"] | null | undefined => stateIn(states, status);

/**
 * A number in international form. Kavenegar writes numbers as people in Iran do: "0912…", and "0044…" for other countries.
 * Left so, a STOP would stop nobody where another country is the default.
 */
export const phoneOf = (written: string): string => written.replace(/^0(?=9\d{9}$)/, "+98").replace(/^00/, "+");

/** Reads a receipt or a text from a person, both of them forms. */
export function readKavenegarCall(call: ProviderCall): ProviderEvents {
  const form = fieldsOf(call);
  const providerId = fitId(form.get("messageid") ?? "");
  const status = form.get("status") ?? "";
  const state = stateOf(status);
  if (state === null) return nothingNew();
  if (state !== undefined && providerId !== "")
    return events({
      receipts: [receiptOf(state, { providerId, ...faultOf(state, status, "") })],
    });
  if (!form.has("from") || !form.has("message")) return events({});
  const inbound = inboundOf({
    providerId,
    from: phoneOf(form.get("from") ?? ""),
    to: form.get("to") ?? "",
    text: form.get("message") ?? "",
  });
  return events({ inbound: [inbound] });
}
