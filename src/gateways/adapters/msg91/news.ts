import type { ProviderCall, ProviderEvents, Receipt } from "#domain/gateways/gateway";

import { fieldsOf, events, receiptOf, stateIn, type States } from "../../vendor/calls.ts";
import { idAt, listAt, parseJson, textAt } from "../../vendor/json.ts";
import { internationalOf } from "../../vendor/numbers.ts";
import { fitWords } from "../../vendor/words.ts";

// https://msg91.com/help/how-can-i-get-the-delivery-reports-on-my-webhook-url
const states: States = {
  // Its own pages disagree on these two.
  "25": null,
  "26": null,
  "1": "delivered",
  "2": "failed",
  "9": "failed",
  "16": "failed",
  "17": "failed",
};

/** Reads a webhook: version 2 is a list of requests, in JSON or in a form's `data`, version 3 one report in JSON. */
export function readMsg91Call(call: ProviderCall): ProviderEvents {
  const json = parseJson(call.body);
  if (json !== undefined && !Array.isArray(json))
    return events({ receipts: readReport(json, idAt(json, "requestId")), understood: isNothingNew(json) });
  const requests = listAt(json ?? parseJson(fieldsOf(call).get("data")));
  return events({
    receipts: requests.flatMap((request) =>
      listAt(request, "report").flatMap((report) => readReport(report, idAt(request, "requestId"))),
    ),
    understood: requests.some((request) => listAt(request, "report").some(isNothingNew)),
  });
}

const isNothingNew = (report: unknown): boolean => stateIn(states, textAt(report, "status")) === null;

function readReport(report: unknown, providerId: string): Receipt[] {
  const status = textAt(report, "status");
  const state = stateIn(states, status);
  if (!state) return [];
  const phone = internationalOf(textAt(report, "number"));
  // The id is the call's: without the number it would be anybody's receipt.
  if (phone === "") return [];
  const ref = textAt(report, "CRQID");
  const told = { providerId, ref: ref === "0" ? "" : ref, phone, detail: fitWords(textAt(report, "desc")) };
  return [receiptOf(state, { ...told, code: state === "failed" ? status : "" })];
}
