/**
 * In the locale C, `ilike` and `lower` fold only the case of ASCII letters; these are the usual spellings of all
 * others.
 */
export function spellingsOf(text: string): readonly string[] {
  if (/^[ -~]*$/.test(text)) return [text];
  const lower = text.toLowerCase();
  const [head = "", ...tail] = lower;
  return [...new Set([text, lower, text.toUpperCase(), head.toUpperCase() + tail.join("")])];
}
