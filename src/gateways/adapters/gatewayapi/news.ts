import type { ProviderCall, ProviderEvents } from "#domain/gateways/gateway";

import { readJwt } from "../../signatures/jwt.ts";
import {
  faultOf,
  headerOf,
  inboundOf,
  events,
  nothingNew,
  receiptOf,
  stateIn,
  type States,
} from "../../vendor/calls.ts";
import type { Client } from "../../vendor/client.ts";
import { at, idAt, parseJson, textAt } from "../../vendor/json.ts";
import { senderOf } from "../../vendor/numbers.ts";

// https://gatewayapi.com/docs/apis/rest (delivery status notification)
const states: States = {
  UNKNOWN: null,
  SCHEDULED: null,
  BUFFERED: null,
  ENROUTE: "sent",
  ACCEPTED: "delivered",
  DELIVERED: "delivered",
  EXPIRED: "undelivered",
  UNDELIVERABLE: "undelivered",
  REJECTED: "failed",
  DELETED: "failed",
  SKIPPED: "failed",
};

/**
 * Reads a delivery status or an incoming text.
 *
 * @param token the webhook's authentication token, where one is set. The signed header repeats the whole call as its
 *   claims, and nothing covers the body: then the claims are read and the body is not.
 * @param now milliseconds
 */
export function readGatewayapiCall(
  call: ProviderCall,
  token: string | undefined,
  now: number,
  client: Client,
): ProviderEvents {
  const said =
    token === undefined ? parseJson(call.body) : readJwt(headerOf(call, "x-gwapi-signature") ?? "", token, now);
  if (token !== undefined && said === null) return { forged: true };
  const [providerId, phone, word] = [idAt(said, "id"), senderOf(textAt(said, "msisdn")), textAt(said, "status")];
  const state = stateIn(states, word);
  if (state && providerId !== "") {
    const issue = faultOf(state, textAt(said, "code") || word, client.words(at(said, "error")));
    return events({ receipts: [receiptOf(state, { providerId, phone, ref: textAt(said, "userref"), ...issue })] });
  }
  if (state === null) return nothingNew();
  const [to, text] = [textAt(said, "receiver"), at(said, "message")];
  if (word !== "" || phone === "" || to === "" || typeof text !== "string") return events({});
  return events({ inbound: [inboundOf({ providerId, from: phone, to, text })] });
}
