import { DomainError } from "../error.ts";
import type { GroupLookup } from "../newsletter/group-store.ts";
import { NAME_LENGTH } from "../newsletter/field-limits.ts";
import type { MembershipState } from "../newsletter/newsletter-store.ts";
import { CellIssue } from "./read-cell.ts";
import type { ImportedPerson, ImportPlan, NamedGroup, RowIssue } from "./import.ts";
import { isEnd } from "./row-draft.ts";

/** A column that does not hold groups would otherwise create thousands of them. */
export const MAX_NEW_GROUPS = 100;

export type ReadGroupsDeps = { readonly groups: Pick<GroupLookup, "existing" | "named"> };

/** If a row names a group more than once, the state that grants less counts. */
const RANK: Readonly<Record<MembershipState, number>> = { active: 0, pending: 1, left: 2 };

type Reader = {
  /** The person with the groups that the row names, or why the row is left out. */
  readonly read: (person: ImportedPerson) => ImportedPerson | RowIssue;
  /** Names of groups to be created, in the order in which the file names them. */
  readonly fresh: readonly string[];
};

/**
 * Finds the groups that rows name: by name without regard to case, otherwise by id. A group that is only to be left
 * need not exist, unless it is the only one in the row of a person who would otherwise join the first group.
 *
 * @param fresh groups of earlier rows that are to be created
 */
export async function groupReader(
  { groups }: ReadGroupsDeps,
  { columns, createGroups, isFallback }: ImportPlan,
  people: readonly ImportedPerson[],
  fresh: readonly string[],
): Promise<Reader> {
  const names = [...new Set(people.flatMap(({ named }) => named.map(({ name }) => name)))];
  const all = [...fresh];
  if (names.length === 0) return { read: (person) => person, fresh };
  const byName = await groups.named([...new Set(names.flatMap((name) => [name, composed(name)]))]);
  const ids = names.filter((name) => /^[1-9]\d{0,14}$/.test(name)).map(Number);
  const known = new Set(ids.length === 0 ? [] : await groups.existing(ids));
  const nth = new Map(all.map((name, at) => [folded(name), at]));

  /** @param isWanted it is created if it does not exist and new groups are requested */
  function keyOf(name: string, isWanted: boolean): string | null {
    // Before the search: to the earlier rows, a group that was created meanwhile is a different one.
    const made = nth.get(folded(name));
    if (made !== undefined) return `-${made + 1}`;
    const id = byName.get(name) ?? byName.get(composed(name)) ?? (known.has(Number(name)) ? Number(name) : undefined);
    if (id !== undefined) return String(id);
    if (!createGroups || !isWanted || name.length > NAME_LENGTH || isNumber(name)) return null;
    if (all.length === MAX_NEW_GROUPS) throw tooMany();
    nth.set(folded(name), all.length);
    return `-${all.push(composed(name))}`;
  }

  return {
    fresh: all,
    read(person) {
      const found: Record<string, MembershipState> = {};
      const issueOf = ({ name, column }: NamedGroup): RowIssue => {
        const { message: reason } = unknown(createGroups === true && isNumber(name));
        return { row: person.row, column: column + 1, target: columns[column]!, reason };
      };
      for (const one of person.named) {
        const { name, state } = one;
        const key = keyOf(name, state !== "left");
        if (key === null && state !== "left") return issueOf(one);
        if (key !== null && (found[key] === undefined || RANK[state] > RANK[found[key]])) found[key] = state;
      }
      // Otherwise people in a list of those who left a misspelled group would join the first group.
      const [first] = person.named;
      if (isFallback && first && !isEnd(person) && Object.keys(found).length === 0) return issueOf(first);
      return { ...person, groups: found };
    },
  };
}

const unknown = (long: boolean): CellIssue =>
  long
    ? new CellIssue("names a group that does not exist and is not created, because its name is a long number")
    : new CellIssue("names a group that does not exist, and new groups were not asked for");

const composed = (name: string): string => name.normalize("NFC");
/** Folds ASCII letters only. The database may fold others, too: two names that it considers equal become one group. */
const folded = (name: string): string => composed(name).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A column of phone numbers is not a list of groups, and the names of groups are shown where numbers must not be. */
const isNumber = (name: string): boolean => /^[\d\s()+./-]*$/.test(name) && name.replaceAll(/\D/g, "").length > 6;

function tooMany(): DomainError {
  return new DomainError(
    "invalid_parameter",
    `The file names more than ${MAX_NEW_GROUPS} groups that do not exist: does the right column hold the groups?`,
  );
}
