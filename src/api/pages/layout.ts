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

export type PageContent = { readonly title: string; readonly body: Html; readonly status?: number };

/** A whole page without script or form. */
export const page = (
  { title, ...content }: PageContent,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  htmlResponse(
    { title: `${title} · Tidings`, ...content },
    {
      head: html`
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${STYLE}
      `,
    },
    { "Content-Security-Policy": POLICY, "X-Frame-Options": "DENY", ...headers },
  );

/** A whole page. The policy that it needs is in its headers. */
export async function htmlResponse(
  { title, body, status = 200 }: PageContent,
  { locale = "en", direction = "ltr", head }: { locale?: string; direction?: "ltr" | "rtl"; head: Html },
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const text = await html`<!doctype html>
    <html lang="${locale}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return new Response(text.toString(), {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", ...headers },
  });
}
