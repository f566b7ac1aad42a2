import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

import { scriptPath } from "./script.ts";
import { style, styleHash } from "./style.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Only our own script and icon are loaded, nothing else runs, framing is forbidden, and forms are sent only to us. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "script-src 'self'",
  "img-src 'self'",
].join("; ");

// One string: a single extra space between the tags, and the policy would refuse it.
const STYLE = raw(`<style>${style}</style>`);

/** A whole page. The meta tag lets browsers name the origin of our own forms, which a policy of `no-referrer` forbids. */
export async function page(
  content: { readonly title: string; readonly body: Html; readonly status?: number },
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="same-origin" />
        <meta name="robots" content="noindex" />
        <title>${content.title} · Tidings</title>
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script src="${scriptPath}" defer></script>
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

export type Notice = { readonly text: string; readonly bad?: boolean };

/** Attributes of the field that an error is about: it gets the focus, and a screen reader announces why. */
export function wrongField(isWrong: boolean): Html {
  return isWrong ? html`autofocus aria-invalid="true" aria-describedby="notice"` : html``;
}

export function noticeView(notice: Notice | null): Html {
  if (!notice) return html``;
  return notice.bad
    ? html`<p class="notice bad" role="alert" id="notice">${notice.text}</p>`
    : html`<p class="notice" role="status">${notice.text}</p>`;
}
