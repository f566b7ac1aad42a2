type Texts = Readonly<Record<string, string>>;

/** The texts as they are now, with what a person wrote and removed: what others changed in other languages stays so. */
export function withEdits(now: Texts, before: Texts, wanted: Texts): Record<string, string> {
  const written = Object.entries(wanted).filter(([tag, text]) => before[tag] !== text);
  const kept = Object.entries(now).filter(([tag]) => tag in wanted || !(tag in before));
  return Object.fromEntries([...kept, ...written]);
}
