import { isRightToLeft } from "../../lib/locale.ts";
import { t } from "../../lib/translate.ts";

type Named = { readonly name: string; readonly label: string };

/**
 * The little Markdown of the adapters' descriptions without its marks. Code stays from left to right, and a setting is
 * called as its field is.
 *
 * @param settings the fields of the form, with their labels in the reader's language
 */
export function plainText(markdown: string, settings: readonly Named[] = []): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/`([^`]*)`/g, (_, code: string) => {
      const label = settings.find(({ name }) => name === code)?.label;
      if (label) return t`“${label}”`;
      return isRightToLeft() ? `\u2066${code}\u2069` : code;
    })
    .replaceAll(/\s+/g, " ")
    .trim();
}
