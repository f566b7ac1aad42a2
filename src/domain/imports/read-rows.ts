import type { SubscriberRepository } from "../newsletter/subscriber-repository.ts";
import type { FieldStore } from "../subscribers/field.ts";
import type { ImportedPerson, ImportPlan, RowIssue } from "./import.ts";
import { readRow } from "./read-row.ts";

export type ReadRowsDeps = {
  readonly fields: Pick<FieldStore, "all">;
  readonly subscriberRepository: Pick<SubscriberRepository, "known">;
};

/**
 * The people in consecutive rows, and why others are left out, in the order of the file and without the empty ones. Rows
 * of new people need a value of every required field.
 *
 * @param first number of the first row
 */
export async function readRows(
  { fields, subscriberRepository }: ReadRowsDeps,
  plan: ImportPlan,
  first: number,
  rows: readonly (readonly string[])[],
  now: number,
): Promise<readonly (ImportedPerson | RowIssue)[]> {
  const rowPlan = { ...plan, fields: await fields.all(), now };
  const read = rows.flatMap((cells, nth) => readRow(rowPlan, first + nth, cells) ?? []);
  const unsure = read.flatMap((one) => ("missing" in one ? [one.person.phone] : []));
  const known = new Set(unsure.length === 0 ? [] : await subscriberRepository.known(unsure));
  return read.map((one) => {
    if (!("missing" in one)) return one;
    return known.has(one.person.phone) ? one.person : one.missing;
  });
}
