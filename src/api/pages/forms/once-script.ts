import { createHash } from "node:crypto";

/**
 * The only script of the pages for the public, and everything works without it: a second press of a button sends nothing.
 * The code of a form is spent by the first one, and the second would be told that it is wrong.
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
