import { createHash, createHmac } from "node:crypto";

import type { ProviderCall } from "#domain/gateways/gateway";

import { headerOf, sameText } from "../shared/calls.ts";
import { isFresh } from "../shared/signed-time.ts";
import { textAt } from "../shared/json.ts";
import { readJwt } from "./jwt.ts";
import { sha256 } from "./sha256.ts";

/** `md5hash` is the account's default; the others are HMACs. */
export const vonageMethods = ["md5hash", "md5", "sha1", "sha256", "sha512"] as const;

/**
 * Vonage repeats a call for a day, with the time when it "started to push" it: a receipt that waited for our return
 * must not be refused. A replayed call has no further effect: receipts and incoming messages count once.
 */
const LASTING = 86_400 + 300;

/**
 * Whether Vonage's SMS API made this call: a hash over "&name=value" of each field but `sig`, sorted by name.
 * https://developer.vonage.com/getting-started/concepts/signing-messages
 *
 * @param fields of the body or the query, without our own
 * @param now milliseconds
 */
export function isSignedByVonage(
  fields: URLSearchParams,
  secret: string,
  method: (typeof vonageMethods)[number],
  now: number,
): boolean {
  if (secret === "" || !isFresh(fields.get("timestamp") ?? "", now, LASTING)) return false;
  const text = [...new Set(fields.keys())]
    .filter((name) => name !== "sig")
    .sort()
    .map((name) => `&${name}=${fields.get(name)!.replaceAll(/[&=]/g, "_")}`)
    .join("");
  const hash = method === "md5hash" ? createHash("md5").update(text + secret) : createHmac(method, secret).update(text);
  return sameText((fields.get("sig") ?? "").toLowerCase(), hash.digest("hex"));
}

/**
 * Whether Vonage's Messages API made this call: a bearer token of the account with a hash of the body. Without the hash
 * a captured token would be valid for any body for a day.
 * https://developer.vonage.com/en/getting-started/concepts/webhooks
 *
 * @param needsHash false: a token without a hash is accepted too
 */
export async function isTokenOfVonage(
  call: ProviderCall,
  { apiKey, secret, needsHash }: { readonly apiKey: string; readonly secret: string; readonly needsHash: boolean },
  now: number,
): Promise<boolean> {
  const token = /^bearer +(\S+)$/i.exec(headerOf(call, "authorization") ?? "")?.[1] ?? "";
  const claims = await readJwt(token, secret, now);
  if (claims === null || !isFresh(textAt(claims, "iat"), now, LASTING)) return false;
  const hash = textAt(claims, "payload_hash");
  return (
    (hash === "" ? !needsHash : sameText(hash, sha256(call.body))) && [apiKey, ""].includes(textAt(claims, "api_key"))
  );
}
