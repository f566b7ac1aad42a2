import { html } from "hono/html";

import type { Html } from "./layout.ts";

/** Where the pages link to; `origin` is written as it shall stand in the curl lines. */
export type Place = { readonly docs: string; readonly openapi: string; readonly base: string; readonly origin: string };

/** Text whose `backticks` are code. */
export function prose(text: string): Html {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}
