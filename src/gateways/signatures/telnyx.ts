import { createPublicKey, verify, type KeyObject } from "node:crypto";

import type { ProviderCall } from "#domain/gateways/gateway";

import { headerOf } from "../shared/calls.ts";
import { isFresh } from "../shared/signed-time.ts";

/** The DER head of an Ed25519 public key (RFC 8410 §4), before its 32 bytes. */
const HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** @param publicKey 32 bytes in base64, as Telnyx shows it */
export const telnyxKey = (publicKey: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([HEAD, Buffer.from(publicKey, "base64")]), format: "der", type: "spki" });

/**
 * Whether Telnyx made this call within the last five minutes: Ed25519 over timestamp + "|" + body.
 * https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks
 *
 * @param now milliseconds
 */
export function isSignedByTelnyx(call: ProviderCall, key: KeyObject, now: number): boolean {
  const timestamp = headerOf(call, "telnyx-timestamp") ?? "";
  const signature = Buffer.from(headerOf(call, "telnyx-signature-ed25519") ?? "", "base64");
  if (signature.length !== 64 || !isFresh(timestamp, now)) return false;
  return verify(null, Buffer.from(`${timestamp}|${call.body}`), key, signature);
}
