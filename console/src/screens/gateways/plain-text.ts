import { isRightToLeft } from "../../lib/locale.ts";

/** The little Markdown of the adapters' descriptions without its marks. Code stays from left to right. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/`([^`]*)`/g, isRightToLeft() ? "\u2066$1\u2069" : "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
}
