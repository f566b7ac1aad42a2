/** What is granted now, with what a person added and took away: what others granted or took meanwhile stays so. */
export function withChanges<Name extends string>(
  now: readonly Name[],
  before: readonly Name[],
  wanted: readonly Name[],
): Name[] {
  const added = wanted.filter((name) => !before.includes(name) && !now.includes(name));
  const taken = before.filter((name) => !wanted.includes(name));
  return [...now.filter((name) => !taken.includes(name)), ...added];
}
