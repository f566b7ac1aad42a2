import { createHash } from "node:crypto";

import { html, raw } from "hono/html";

import { formDefaults, type Form } from "#domain/forms/form";
import type { PageLocale } from "#domain/texts/locales";

import { htmlResponse, type PageContent } from "../layout.ts";
import { onceScriptPath } from "./once-script.ts";
import { formStyle } from "./style.ts";
import { directionOf } from "./texts.ts";

/** How a page looks: that of its form, or the defaults for pages that belong to no form. */
export type Appearance = Pick<Form, "accent" | "logoUrl" | "successUrl"> & {
  readonly locale: PageLocale;
  /** Origins whose pages may show this one in a frame; empty: none. */
  readonly framedBy: readonly string[];
};

export const plainAppearance = (locale: PageLocale): Appearance => ({ ...formDefaults, locale, framedBy: [] });

/**
 * A whole page for the public. It needs no script. The operator's words are escaped like everyone's, and their
 * addresses occur in the policy as origins only.
 */
export async function publicPage(
  appearance: Appearance,
  content: PageContent,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const style = formStyle(appearance.accent);
  return htmlResponse(
    {
      ...content,
      body: html`<main>
        ${appearance.logoUrl === null ? "" : html`<img class="logo" src="${appearance.logoUrl}" alt="" referrerpolicy="no-referrer" />`}
        ${content.body}
      </main>`,
    },
    {
      locale: appearance.locale,
      direction: directionOf(appearance.locale),
      head: html`
        <meta name="referrer" content="same-origin" />
        <link rel="icon" href="data:," />
        <script src="${onceScriptPath}" defer></script>
        ${raw(`<style>${style}</style>`)}
      `,
    },
    {
      "Content-Security-Policy": policyOf(appearance, style),
      ...(appearance.framedBy.length === 0 && { "X-Frame-Options": "DENY" }),
      ...headers,
    },
  );
}

function policyOf({ logoUrl, successUrl, framedBy }: Appearance, style: string): string {
  const originOf = (url: string | null): string => (url === null ? "" : ` ${new URL(url).origin}`);
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    // Chromium applies it to the redirect after a form, too.
    `form-action 'self'${originOf(successUrl)}`,
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(" ")}`,
    "base-uri 'none'",
    "script-src 'self'",
    `img-src data:${originOf(logoUrl)}`,
  ].join("; ");
}
