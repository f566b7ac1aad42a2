const letterOrUnderscore = "[^\\x00-@\\[-^`{-\\x7f]";
const letterDigitOrUnderscore = "[^\\x00-/:-@\\[-^`{-\\x7f]";
const letterOrDigit = "[^\\x00-/:-@\\[-`{-\\x7f]";

/** Every class of our patterns that names letters of all languages, longest first. */
const CLASSES: Readonly<Record<string, string>> = {
  "[\\p{L}\\p{N}_]": letterDigitOrUnderscore,
  "[\\p{L}\\p{N}]": letterOrDigit,
  "[\\p{L}_]": letterOrUnderscore,
};

/** `(?=.*[A-Za-z])`: a condition on what follows. */
const LOOKAHEAD = /\(\?=(?:[^()[\]]|\[[^\]]*\])*\)/g;

/**
 * A pattern that every language's regular expressions can read: Python's have no `\p{L}`, and its validators refuse the
 * whole document; Go's and Rust's have no lookahead. It accepts all that the service accepts, and a little more: signs
 * outside ASCII, and what a lookahead excludes.
 *
 * @throws if something in it is not known here
 */
export function portablePattern(pattern: string): string {
  const plain = pattern.replaceAll(LOOKAHEAD, "");
  const portable = Object.entries(CLASSES).reduce((text, [from, to]) => text.replaceAll(from, to), plain);
  if (/\\p\{|\(\?[<=!]/.test(portable)) throw new Error(`Not every language can read the pattern ${pattern}`);
  return portable;
}
