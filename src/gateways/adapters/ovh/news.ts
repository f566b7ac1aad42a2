import type { ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { events, nothingNew, receiptOf } from "../../vendor/calls.ts";
import { fitId } from "../../vendor/json.ts";

// What `ptt` says. 1, 2 and 6 tell nothing new: two are tried again, one is not known to anybody. The rest did not arrive.
const undelivered = [5, 8, 20, 21, 23, 24, 25, 26, 27, 28, 29, 33, 39, 73, 74, 76, 202];
const states: ReadonlyMap<string, Receipt["state"] | null> = new Map([
  ...["1", "2", "6"].map((code) => [code, null] as const),
  ["3", "sent"],
  ["4", "delivered"],
  ...undelivered.map((code) => [String(code), "undelivered"] as const),
]);

/** Reads the callback of a text: a GET with the text's id and a code for what became of it. */
export function readOvhCall({ query }: ProviderCall): ProviderEvents {
  const code = query["ptt"] ?? "";
  const state = states.get(code);
  const providerId = fitId(query["id"] ?? "");
  if (state === null) return nothingNew();
  if (state === undefined || providerId === "") return events({});
  return events({
    receipts: [receiptOf(state, { providerId, code: state === "undelivered" ? code : "" })],
  });
}
