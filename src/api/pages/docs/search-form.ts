import { html } from "hono/html";

import type { Html } from "../layout.ts";

export const LONGEST_QUERY = 200;

/** @param docs address of the documentation */
export function searchForm({ docs }: { readonly docs: string }, query = ""): Html {
  return html`<form role="search" action="${docs}/search" method="get">
    <input
      type="search"
      name="q"
      value="${query}"
      placeholder="Search"
      aria-label="Search the documentation"
      maxlength="${LONGEST_QUERY}"
    />
  </form>`;
}
