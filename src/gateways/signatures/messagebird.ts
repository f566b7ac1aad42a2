import type { ProviderCall } from "#domain/gateways/gateway";

import { headerOf, sameText } from "../shared/calls.ts";
import { at, textAt } from "../shared/json.ts";
import { readJwt } from "./jwt.ts";
import { sha256 } from "./sha256.ts";

/**
 * Whether MessageBird made this call: a token signed with the account's key, with hashes of the whole address and of
 * the body. `exp` limits it. Its `jti` is not remembered: a repeated receipt changes nothing, and a call that we could
 * not store must be accepted when it is retried.
 * https://developers.messagebird.com/api/#verifying-http-requests
 *
 * @param now milliseconds
 */
export async function isSignedByMessageBird(call: ProviderCall, key: string, now: number): Promise<boolean> {
  const claims = await readJwt(headerOf(call, "messagebird-signature-jwt") ?? "", key, now);
  if (textAt(claims, "iss") !== "MessageBird" || typeof at(claims, "exp") !== "number") return false;
  // A call without a body has no body hash, and one with a body must have it.
  const body = call.body === "" ? "" : sha256(call.body);
  return sameText(textAt(claims, "url_hash"), sha256(call.url)) && sameText(textAt(claims, "payload_hash"), body);
}
