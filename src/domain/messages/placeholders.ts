/** `{name}`, `{{ first_name }}`, `%name%`, `[[name]]`, `#name#`: how services that fill texts write what is to be filled. */
const PLACEHOLDER =
  /\{\{\s*[\p{L}_][\p{L}\p{N}_ .|-]{0,60}\}\}|\{[\p{L}_][\p{L}\p{N}_.-]{0,60}\}|%[\p{L}_][\p{L}\p{N}_]{1,60}%|\[\[[\p{L}_][\p{L}\p{N}_.-]{0,60}\]\]|#[\p{L}_][\p{L}\p{N}_]{1,60}#/gu;
const SHOWN = 5;

/** What looks like a place to be filled in for each person, each spelling once. Nothing is filled in. */
export function placeholdersIn(text: string): readonly string[] {
  return [...new Set(text.match(PLACEHOLDER) ?? [])];
}

/**
 * What the sender of a text to more than one person is told where it has such places; null: it has none. Not refused,
 * because a text may be about them: docs/decisions/0029-placeholders.md.
 */
export function placeholderDoubt(text: string): string | null {
  const found = placeholdersIn(text);
  if (found.length === 0) return null;
  const named = found.slice(0, SHOWN).join(", ");
  return `The text goes out as it stands: ${named} ${found.length === 1 ? "is" : "are"} not filled in.`;
}
