import { createHmac } from "node:crypto";

import type { ProviderCall } from "#domain/gateways/gateway";

import { headerOf, sameText } from "../shared/calls.ts";

/**
 * Whether Plivo made this call, by version 3 of its signature or, where that is absent, by version 2, which is what
 * Plivo's messaging pages promise. Both are base64(HMAC-SHA256(token, … + nonce)); version 3 covers query and body,
 * version 2 the address alone. `Ma` headers are signed with the main account's token. There is no time in either.
 * https://docs.plivo.com/docs/messaging/concepts/signature-validation
 *
 * @param accepts "v3": version 2 is not enough; someone who has seen one such call could forge others from it
 */
export function isSignedByPlivo(call: ProviderCall, token: string, accepts: "any" | "v3" = "any"): boolean {
  const signed = (version: string): { given: string[]; nonce: string } => ({
    // Several, separated by commas, during a token rotation.
    given: ["", "-ma"].flatMap((who) => (headerOf(call, `x-plivo-signature${who}-${version}`) ?? "").split(",")),
    nonce: headerOf(call, `x-plivo-signature-${version}-nonce`) ?? "",
  });
  const third = signed("v3");
  const second = signed("v2");
  // A call with a version 3 signature must pass it: version 2 would let its body be changed.
  if (third.nonce !== "") return matches(third.given, token, `${signedText(call)}.${third.nonce}`);
  return accepts === "any" && second.nonce !== "" && matches(second.given, token, baseOf(call.url) + second.nonce);
}

function matches(given: readonly string[], token: string, text: string): boolean {
  if (token === "") return false;
  const wanted = createHmac("sha256", token).update(text).digest("base64");
  // No early exit.
  return given.reduce((match, one) => sameText(one.trim(), wanted) || match, false);
}

const baseOf = (url: string): string => url.split(/[?#]/, 1)[0]!;

function signedText(call: ProviderCall): string {
  const query = sorted(new URLSearchParams(call.url.slice(baseOf(call.url).length).split("#", 1)[0]), "=").join("&");
  const fields = call.method === "POST" ? sorted(new URLSearchParams(call.body), "").join("") : "";
  const mark = query !== "" || fields !== "" ? "?" : "";
  return baseOf(call.url) + mark + query + (query !== "" && fields !== "" ? "." : "") + fields;
}

function sorted(fields: URLSearchParams, between: string): string[] {
  return [...new Set(fields.keys())].sort().flatMap((name) =>
    fields
      .getAll(name)
      .sort()
      .map((value) => name + between + value),
  );
}
