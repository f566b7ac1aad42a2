import { createHash } from "node:crypto";

import type { ProviderCall } from "#domain/gateways/gateway";

import { headerOf, sameText } from "../vendor/calls.ts";
import { at, textAt } from "../vendor/json.ts";
import { readJwt } from "./jwt.ts";

/**
 * Whether MessageBird made this call: a token signed with the account's key, with hashes of the whole address and of the
 * body. `exp` ends it. Its `jti` is not remembered: a repeated receipt changes nothing, and a call that we could not
 * store must be able to come again.
 * https://developers.messagebird.com/api/#verifying-http-requests
 *
 * @param now milliseconds
 */
export function isSignedByMessageBird(call: ProviderCall, key: string, now: number): boolean {
  const claims = readJwt(headerOf(call, "messagebird-signature-jwt") ?? "", key, now);
  if (textAt(claims, "iss") !== "MessageBird" || typeof at(claims, "exp") !== "number") return false;
  // A call without a body has no hash of one, and one with a body must have it.
  const body = call.body === "" ? "" : hashOf(call.body);
  return sameText(textAt(claims, "url_hash"), hashOf(call.url)) && sameText(textAt(claims, "payload_hash"), body);
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");
