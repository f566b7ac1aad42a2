import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import { encodingOf } from "../docs/compressed.ts";

const pack = promisify(gzip);
/** It is made for each response: 8 kB shrink to 3 in 0.1 ms. */
const LEVEL = 6;

/** Libraries of the console insert `<style>` elements: these have the nonce. Nothing inline runs as a script. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/**
 * The one page of the console, for every address of it.
 *
 * @param signsIn host name of the place where people sign in; null: the console asks for the password itself
 * @param awaitsSetup nobody has chosen a password yet, so the sign-in says where the setup link is
 */
export async function indexPage(
  request: Request,
  index: string,
  { signsIn, awaitsSetup }: { readonly signsIn: string | null; readonly awaitsSetup: boolean },
): Promise<Response> {
  const nonce = randomBytes(16).toString("base64");
  const text = index
    .replaceAll("__NONCE__", nonce)
    .replace("__SIGNS_IN__", signsIn ?? "")
    .replace("__SETUP__", awaitsSetup ? "open" : "");
  // Nothing of the request is in it, so its length reveals nothing (BREACH).
  const accepted = encodingOf(request.headers.get("accept-encoding")?.replace(/\bbr\b/i, "") ?? null);
  const packed = accepted === "gzip" ? await pack(text, { level: LEVEL }) : null;
  return new Response(packed ?? text, {
    headers: {
      ...(packed && { "Content-Encoding": "gzip" }),
      Vary: "Accept-Encoding",
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policyOf(nonce),
      "Cache-Control": "no-store",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "same-origin",
      "X-Frame-Options": "DENY",
      "X-Robots-Tag": "noindex",
    },
  });
}
