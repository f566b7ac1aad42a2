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

/** The one page of the console, for every address of it. */
export function indexPage(index: string): Response {
  const nonce = randomBytes(16).toString("base64");
  return new Response(index.replaceAll("__NONCE__", nonce), {
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
