import type { ProviderCall, ProviderNews, Receipt } from "#domain/ports/gateway";

import { news, receiptOf } from "../../vendor/calls.ts";
import { fitId } from "../../vendor/json.ts";

// What `ptt` says. 1 and 2 are tried again, 6 is not known to anybody; the rest did not arrive.
const undelivered = [5, 8, 20, 21, 23, 24, 25, 26, 27, 28, 29, 33, 39, 73, 74, 76, 202];
const states: ReadonlyMap<string, Receipt["state"]> = new Map([
  ["3", "sent"],
  ["4", "delivered"],
  ...undelivered.map((code) => [String(code), "undelivered"] as const),
]);

/** Reads the callback of a text: a GET with the text's id and a code for what became of it. */
export function readOvhCall({ query }: ProviderCall): ProviderNews {
  const code = query["ptt"] ?? "";
  const state = states.get(code);
  const providerId = fitId(query["id"] ?? "");
  if (state === undefined || providerId === "") return news({});
  return news({
    receipts: [receiptOf(state, { providerId, code: state === "undelivered" ? code : "" })],
  });
}
