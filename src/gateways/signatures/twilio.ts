import { createHmac } from "node:crypto";

import type { ProviderCall } from "#domain/gateways/gateway";

import { headerOf, sameText } from "../shared/calls.ts";
import { sha256 } from "./sha256.ts";

/**
 * Whether Twilio made this call: base64(HMAC-SHA1(token, URL + each form field sorted by name as name+value)).
 * For a JSON body the URL carries `bodySHA256` and only the URL is signed.
 * https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export function isSignedByTwilio(call: ProviderCall, token: string): boolean {
  const given = headerOf(call, "x-twilio-signature");
  if (given === undefined || token === "") return false;
  const bodyHash = call.query["bodySHA256"];
  if (bodyHash !== undefined && !sameText(bodyHash.toLowerCase(), sha256(call.body))) return false;
  const fields = bodyHash === undefined ? signedFields(call) : "";
  let match = false;
  // No early exit: Twilio signs with or without the default port, and the timing must not reveal which matched.
  for (const url of spellings(call.url)) {
    const wanted = createHmac("sha1", token)
      .update(url + fields)
      .digest("base64");
    match = sameText(given, wanted) || match;
  }
  return match;
}

/** Whether the body is a form, by its content type. */
export function isForm(call: ProviderCall): boolean {
  return (headerOf(call, "content-type") ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded");
}

function signedFields(call: ProviderCall): string {
  if (!isForm(call)) return "";
  const form = new URLSearchParams(call.body);
  return [...new Set(form.keys())]
    .sort()
    .map((name) =>
      [...new Set(form.getAll(name))]
        .sort()
        .map((value) => name + value)
        .join(""),
    )
    .join("");
}

// The string is changed, not a parsed URL: parsing may re-encode the query, and the signature covers every byte.
function spellings(url: string): string[] {
  const match = /^(https?):\/\/([^/?#]*?)(:\d+)?([/?#].*)?$/i.exec(url);
  if (!match) return [url];
  const [, scheme = "", host = "", port, rest = ""] = match;
  const usual = scheme.toLowerCase() === "https" ? ":443" : ":80";
  if (port === undefined) return [url, `${scheme}://${host}${usual}${rest}`];
  return [url, `${scheme}://${host}${rest}`];
}
