type Texts = Readonly<Record<string, string>>;

/** The texts as they are now, with what a person wrote and removed: what others changed in other languages stays so. */
export function withEdits(now: Texts, before: Texts, wanted: Texts): Record<string, string> {
  const written = Object.entries(wanted).filter(([tag, text]) => before[tag] !== text);
  const kept = Object.entries(now).filter(([tag]) => tag in wanted || !(tag in before));
  return Object.fromEntries([...kept, ...written]);
}

/** What of a template people write. */
type Written = { readonly name: string; readonly text: string; readonly category: string; readonly variants: Texts };

/** Whether the user changed something that another user has changed differently meanwhile. */
export function hasClash(now: Written, before: Written, wanted: Written): boolean {
  const differ = <Key extends PropertyKey>(
    present: Readonly<Partial<Record<Key, string>>>,
    begun: Readonly<Partial<Record<Key, string>>>,
    mine: Readonly<Partial<Record<Key, string>>>,
    key: Key,
  ): boolean => mine[key] !== begun[key] && present[key] !== begun[key] && present[key] !== mine[key];
  const tags = Object.keys({ ...before.variants, ...wanted.variants });
  return (
    (["name", "text", "category"] as const).some((part) => differ(now, before, wanted, part)) ||
    tags.some((tag) => differ(now.variants, before.variants, wanted.variants, tag))
  );
}
