import { createHash } from "node:crypto";

/**
 * The only script of the public pages, which also work without it: it ignores a second press of a button. The first
 * press uses the code of a form up, and the second would report a wrong code.
 */
export const onceScript = `"use strict";
const sent = new Set();
addEventListener("submit", (event) => {
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
});
addEventListener("pageshow", () => sent.clear());
`;

/** With its hash, so that a browser may cache it forever. */
export const onceScriptPath = `/assets/form.js?v=${createHash("sha256").update(onceScript).digest("base64url").slice(0, 12)}`;
