import type { ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { faultOf, fieldsOf, inboundOf, news, receiptOf, stateIn } from "../../vendor/calls.ts";
import { fitId } from "../../vendor/json.ts";

// 1 and 2 wait at Kavenegar. 13: cancelled; 14: the person has blocked texts of this kind.
const states: Readonly<Record<string, Receipt["state"]>> = {
  "4": "sent",
  "10": "delivered",
  "11": "undelivered",
  "13": "failed",
  "14": "failed",
};

/** What one of Kavenegar's status numbers says of a text; undefined where it settles nothing. */
export const stateOf = (status: string): Receipt["state"] | undefined => stateIn(states, status);

/**
 * A number in international form. Kavenegar writes numbers as people in Iran do: "0912…", and "0044…" for other countries.
 * Left so, a STOP would stop nobody where another country is the default.
 */
export const phoneOf = (written: string): string => written.replace(/^0(?=9\d{9}$)/, "+98").replace(/^00/, "+");

/** Reads a receipt or a text from a person, both of them forms. */
export function readKavenegarCall(call: ProviderCall): ProviderNews {
  const form = fieldsOf(call);
  const providerId = fitId(form.get("messageid") ?? "");
  const status = form.get("status") ?? "";
  const state = stateOf(status);
  if (state !== undefined && providerId !== "")
    return news({
      receipts: [receiptOf(state, { providerId, ...faultOf(state, status, "") })],
    });
  if (!form.has("from") || !form.has("message")) return news({});
  const inbound = inboundOf({
    providerId,
    from: phoneOf(form.get("from") ?? ""),
    to: form.get("to") ?? "",
    text: form.get("message") ?? "",
  });
  return news({ inbound: [inbound] });
}
