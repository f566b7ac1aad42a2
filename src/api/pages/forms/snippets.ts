import { escapeHtml } from "../escape-html.ts";
import type { Texts } from "./texts/texts.ts";

/**
 * HTML for pages of other sites. The plain form has no token, so it leads to the form's own page, filled in: a person
 * agrees and subscribes there.
 */
export function embedSnippets(
  url: string,
  { number, subscribe }: Pick<Texts, "number" | "subscribe">,
): { script: string; html: string } {
  return {
    script: `<script src="${escapeHtml(url)}/embed.js" async></script>`,
    html: [
      `<form action="${escapeHtml(url)}" method="post">`,
      `  <label>${escapeHtml(number)} <input name="number" type="tel" autocomplete="tel" required></label>`,
      `  <button>${escapeHtml(subscribe)}</button>`,
      `</form>`,
    ].join("\n"),
  };
}
