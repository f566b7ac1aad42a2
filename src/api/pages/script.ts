import { createHash } from "node:crypto";

/**
 * The only script of the server's own pages. Everything works without it: it shows times in the reader's zone, and runs
 * the copy buttons.
 */
export const script = `"use strict";
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) time.textContent = format.format(at);
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  const said = button.nextElementSibling;
  if (!source || !navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      said.textContent = "Copied.";
    } catch {
      getSelection().selectAllChildren(source);
      said.textContent = "Selected: copy it with your keyboard.";
    }
  });
}
`;

/** With its hash, so that a browser may cache it forever. */
export const scriptPath = `/assets/page.js?v=${createHash("sha256").update(script).digest("base64url").slice(0, 12)}`;
