/** Languages that are written to in the text of another one. */
const READ_AS: ReadonlyMap<string, string> = new Map([
  ["nb", "no"],
  ["nn", "no"],
]);

/** The names under which there may be a text for a language tag, the best first: `de-AT` is `de-at`, then `de`. */
export function languagesOf(tag: string | null): readonly string[] {
  if (tag === null) return [];
  const whole = tag.toLowerCase().replaceAll("_", "-");
  const language = whole.split("-", 1)[0]!;
  return [whole, language, ...(READ_AS.has(language) ? [READ_AS.get(language)!] : [])];
}

/** The text for a language tag among texts by tag, in whatever case; undefined: there is none. */
export function textOf(texts: Readonly<Record<string, string>>, tag: string | null): string | undefined {
  const wanted = languagesOf(tag);
  if (wanted.length === 0) return undefined;
  const byTag = new Map(Object.entries(texts).map(([name, text]) => [languagesOf(name)[0]!, text]));
  return byTag.get(wanted.find((name) => byTag.has(name)) ?? "");
}
