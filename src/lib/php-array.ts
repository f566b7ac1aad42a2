/** An array that is nested deeper was not filled in by a person. */
const DEEPEST = 20;
const CLOSING = 0x7d;

/**
 * The simple values of an array that PHP has serialized: `a:1:{s:4:"city";s:5:"Köln";}`. Arrays and nulls within it are
 * left out. null: the text is not such an array, or has an object in it.
 */
export function readPhpArray(text: string): ReadonlyMap<string, string | number | boolean> | null {
  // Lengths are counted in bytes.
  const bytes = Buffer.from(text, "utf8");
  const found = new Map<string, string | number | boolean>();
  let at = 0;

  function upTo(end: string): string {
    const stop = bytes.indexOf(end, at);
    if (stop === -1) throw new SyntaxError();
    const part = bytes.toString("utf8", at, stop);
    at = stop + end.length;
    return part;
  }

  function scalar(): string | number | boolean | null {
    const type = bytes.toString("latin1", at, at + 2);
    at += 2;
    if (type === "s:") {
      const length = Number(upTo(':"'));
      // A negative one would lead back to what has been read, again and again.
      if (!Number.isInteger(length) || length < 0) throw new SyntaxError();
      const value = bytes.toString("utf8", at, at + length);
      at += length;
      if (upTo('";') !== "") throw new SyntaxError();
      return value;
    }
    if (type === "i:" || type === "d:") return Number(upTo(";"));
    if (type === "b:") return upTo(";") === "1";
    if (type === "N;") return null;
    throw new SyntaxError();
  }

  /** Skips an array within the array. */
  function nested(depth: number): null {
    if (depth > DEEPEST) throw new SyntaxError();
    upTo("{");
    while (bytes[at] !== CLOSING) {
      scalar();
      value(depth + 1);
    }
    at += 1;
    return null;
  }

  const value = (depth: number): string | number | boolean | null =>
    bytes.toString("latin1", at, at + 2) === "a:" ? nested(depth) : scalar();

  try {
    if (!/^a:\d+:\{/.test(text)) return null;
    upTo("{");
    while (bytes[at] !== CLOSING) {
      const key = scalar();
      const one = value(1);
      if (key !== null && one !== null && one !== "") found.set(String(key), one);
    }
    return found;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
