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
    script: `<script src="${escaped(url)}/embed.js" async></script>`,
    html: [
      `<form action="${escaped(url)}" method="post">`,
      `  <label>${escaped(number)} <input name="number" type="tel" autocomplete="tel" required></label>`,
      `  <button>${escaped(subscribe)}</button>`,
      `</form>`,
    ].join("\n"),
  };
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character]!);
}
