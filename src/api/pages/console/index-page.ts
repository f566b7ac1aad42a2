import { randomBytes } from "node:crypto";

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
 */
export function indexPage(index: string, signsIn: string | null): Response {
  const nonce = randomBytes(16).toString("base64");
  const text = index.replaceAll("__NONCE__", nonce).replace("__SIGNS_IN__", signsIn ?? "");
  return new Response(text, {
    headers: {
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
