/**
 * Makes external text safe for the database: PostgreSQL accepts neither NUL nor half a surrogate pair, and truncation
 * may leave one.
 *
 * @param longest UTF-16 units
 */
export function fitText(text: string, longest: number): string {
  return String(text).replaceAll("\0", "").slice(0, longest).toWellFormed();
}
