import type { ColumnTarget, ImportedPerson, ImportPlan } from "./import.ts";
import { isEnd } from "./row-draft.ts";

const GROUP_COLUMNS: readonly ColumnTarget[] = ["groups", "pending_groups", "left_groups"];

export const haveGroups = (columns: readonly ColumnTarget[]): boolean =>
  columns.some((target) => GROUP_COLUMNS.includes(target));

/** The groups of the plan that everyone of the file joins. */
export function joinedByAll({ groups, isFallback = false, columns, state }: ImportPlan): readonly number[] {
  return (isFallback && haveGroups(columns)) || state === "left" || state === "unsubscribed" ? [] : groups;
}

/** Adds the groups that these people join. */
export function joinedBy(
  { groups, isFallback = false }: ImportPlan,
  people: readonly ImportedPerson[],
  before: readonly number[] = [],
): readonly number[] {
  const joined = new Set(before);
  for (const person of people) {
    if (isEnd(person)) continue;
    const named = Object.entries(person.groups);
    for (const [key, state] of named) if (state !== "left") joined.add(Number(key));
    if (!isFallback || named.length === 0) for (const group of groups) joined.add(group);
  }
  return [...joined];
}
