/**
 * A text from outside, made fit for a database: PostgreSQL takes neither NUL nor half a surrogate pair, and a cut may
 * leave one.
 *
 * @param longest UTF-16 units
 */
export function fitText(text: string, longest: number): string {
  return String(text).replaceAll("\0", "").slice(0, longest).toWellFormed();
}
