/** Of a `KeyboardEvent`. */
type Pressed = { readonly key: string; readonly code: string; readonly shiftKey: boolean };

const NOT_ASCII = /[^\0-\x7f]/;
const MARKS: Readonly<Record<string, string>> = { Comma: ",", Slash: "/", "⇧Slash": "?" };

/**
 * A key as commands name it: in lower case, and the Latin letter, digit or mark of its place where the layout has
 * another there, as Persian, Greek and Russian keyboards do.
 */
export function pressedKey({ key, code, shiftKey }: Pressed): string {
  if (key.length > 1) return key;
  const place = NOT_ASCII.test(key) && (/^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? MARKS[`${shiftKey ? "⇧" : ""}${code}`]);
  return (place || key).toLowerCase();
}
