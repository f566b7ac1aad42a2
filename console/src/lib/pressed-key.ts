const NOT_ASCII = /[^\0-\x7f]/;

/**
 * A key as commands name it: in lower case, and the Latin letter of its place where the layout has another there, as
 * Persian, Greek and Russian keyboards do.
 */
export function pressedKey({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  if (key.length > 1) return key;
  return (NOT_ASCII.test(key) && code.startsWith("Key") ? code.slice(3) : key).toLowerCase();
}
