import { html } from "hono/html";

import type { Html } from "./layout.ts";

/** In UTC; a browser that runs our script shows it in the reader's zone, and UTC to the second on hover. */
export function timeView(at: Date): Html {
  const iso = at.toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 19)];
  return html`<time datetime="${iso}" title="${day} ${time} UTC">${day} ${time.slice(0, 5)} UTC</time>`;
}

/** The token of our own forms: no other page knows it. */
export function tokenField(token: string): Html {
  return html`<input type="hidden" name="token" value="${token}" />`;
}
