import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

import { style, styleHash } from "./style.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Nothing runs, only our own icon is loaded, and framing is forbidden. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "img-src 'self'",
].join("; ");

// One string: a single extra space between the tags, and the policy would refuse it.
const STYLE = raw(`<style>${style}</style>`);

/** A whole page without script or form. */
export async function page(
  content: { readonly title: string; readonly body: Html; readonly status?: number },
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${content.title} · Tidings</title>
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${STYLE}
      </head>
      <body>
        ${content.body}
      </body>
    </html>`;
  return new Response(text.toString(), {
    status: content.status ?? 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "Cache-Control": "no-store",
      "X-Frame-Options": "DENY",
      ...headers,
    },
  });
}
