import { createHmac } from "node:crypto";

import type { ProviderCall } from "#domain/gateways/gateway";

import { headerOf, sameText } from "../shared/calls.ts";
import { isFresh } from "../shared/signed-time.ts";

/**
 * Whether Sinch made this call within the last five minutes: base64(HMAC-SHA256(secret, body.nonce.timestamp)). The
 * timestamp is the one of the signature, so a repeated call bears a new one.
 * https://developers.sinch.com/docs/conversation/callbacks/#validating-callbacks
 *
 * @param now milliseconds
 */
export function isSignedBySinch(call: ProviderCall, secret: string, now: number): boolean {
  const part = (name: string): string => headerOf(call, `x-sinch-webhook-signature${name}`) ?? "";
  const [given, nonce, timestamp] = [part(""), part("-nonce"), part("-timestamp")];
  if (secret === "" || nonce === "" || !["", "HmacSHA256"].includes(part("-algorithm"))) return false;
  if (!isFresh(timestamp, now)) return false;
  const wanted = createHmac("sha256", secret).update(`${call.body}.${nonce}.${timestamp}`).digest("base64");
  return sameText(given, wanted);
}
