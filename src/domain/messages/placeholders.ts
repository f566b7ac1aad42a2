import { isPersonal } from "../texts/template.ts";

/**
 * `{name}`, `%name%`, `[[name]]`, `#name#`, `((name))`, `*|NAME|*`: placeholders as other services write them. Ours,
 * `{{name}}`, are variables, unless they are not closed.
 */
const PLACEHOLDER =
  /\{\{[^{}]{0,401}\}\}|\{[\p{L}_][\p{L}\p{N}_.-]{0,60}\}|%[\p{L}_][\p{L}\p{N}_]{1,60}%|\[\[[\p{L}_][\p{L}\p{N}_.-]{0,60}\]\]|#[\p{L}_][\p{L}\p{N}_]{1,60}#|\(\([\p{L}_][^()\n]{0,60}\)\)|\*\|[\p{L}_][\p{L}\p{N}_:]{0,60}\|\*|\{\{\s{0,9}[\p{L}_][\p{L}\p{N}_.-]{0,60}(?![}\p{L}\p{N}_.-])/gu;
const SHOWN = 5;

/** What looks like a placeholder for personal data and is not one of our variables, each spelling once. */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set(text.match(PLACEHOLDER) ?? [])].filter((found) => !isPersonal(found));
}

/**
 * The warning for the sender of a message with placeholders to more than one person; null: it has none. It is not
 * refused, because a text may be about placeholders: docs/decisions/0029-placeholders.md.
 */
export function placeholderDoubt(text: string): string | null {
  const found = placeholdersIn(text);
  if (found.length === 0) return null;
  const named = found.slice(0, SHOWN).join(", ");
  return `Not filled in, because a variable is written {{name}}: ${named}.`;
}
