import type { SubscriberRepository } from "../newsletter/subscriber-repository.ts";
import type { FieldStore } from "../subscribers/field.ts";
import type { ImportedPerson, ImportPlan, RowIssue } from "./import.ts";
import { groupReader, type ReadGroupsDeps } from "./read-groups.ts";
import { readRow, type Newcomer } from "./read-row.ts";
import type { RowPlan } from "./row-draft.ts";

export type ReadRowsDeps = ReadGroupsDeps & {
  readonly fields: Pick<FieldStore, "all">;
  readonly subscriberRepository: Pick<SubscriberRepository, "known">;
};

/** Consecutive rows, and the names of all groups so far that are to be created. */
export type Rows = { readonly found: readonly (ImportedPerson | RowIssue)[]; readonly fresh: readonly string[] };

type RowsToRead = {
  readonly rows: readonly (readonly string[])[];
  /** Number of the first row. */
  readonly first: number;
};

/**
 * The people in consecutive rows, and why others are left out, in the order of the file and without the empty ones.
 * Rows of new people need a value of every required field.
 *
 * @param now milliseconds since 1970
 * @throws DomainError invalid_parameter: too many groups are to be created
 */
export async function readRows(
  ports: ReadRowsDeps,
  plan: ImportPlan,
  { now, ...rows }: RowsToRead & { readonly now: number },
): Promise<Rows> {
  return judgeRows(ports, plan, draftRows({ ...plan, fields: await ports.fields.all(), now }, rows), []);
}

/** What can be read of rows without the database. */
export type DraftRows = readonly (ImportedPerson | RowIssue | Newcomer)[];

export const draftRows = (plan: RowPlan, { rows, first }: RowsToRead): DraftRows =>
  rows.flatMap((cells, nth) => readRow(plan, first + nth, cells) ?? []);

/** @param fresh groups of earlier rows that are to be created */
export async function judgeRows(
  ports: Omit<ReadRowsDeps, "fields">,
  plan: ImportPlan,
  read: DraftRows,
  fresh: readonly string[],
): Promise<Rows> {
  const unsure = read.flatMap((one) => ("missing" in one ? [one.person.phone] : []));
  const known = new Set(unsure.length === 0 ? [] : await ports.subscriberRepository.known(unsure));
  const judged = read.map((one): ImportedPerson | RowIssue => {
    if (!("missing" in one)) return one;
    return known.has(one.person.phone) ? one.person : one.missing;
  });
  const people = judged.filter((one): one is ImportedPerson => !("reason" in one));
  const groups = await groupReader(ports, plan, people, fresh);
  return { found: judged.map((one) => ("reason" in one ? one : groups.read(one))), fresh: groups.fresh };
}
