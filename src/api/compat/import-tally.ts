/** What became of the rows of a table so far. */
export type ImportTally = {
  added(): void;
  /** The person of this row is already known: it is skipped. */
  known(row: number): void;
  failed(row: number, why: string): void;
  /** `errors`: the first ones, in the order of the rows. */
  counts(): { readonly imported: number; readonly skipped: number; readonly errors: readonly string[] };
};

const MAX_ERRORS = 10;

/** @param options.reportsKnown whether a person who is already known is an error */
export function importTally({ reportsKnown }: { readonly reportsKnown: boolean }): ImportTally {
  let imported = 0;
  let skipped = 0;
  const errors: { readonly row: number; readonly why: string }[] = [];

  function failed(row: number, why: string): void {
    skipped += 1;
    errors.push({ row, why });
  }

  return {
    added() {
      imported += 1;
    },
    known(row) {
      if (reportsKnown) failed(row, "this number is already known");
      else skipped += 1;
    },
    failed,
    counts: () => ({
      imported,
      skipped,
      errors: errors
        .toSorted((one, other) => one.row - other.row)
        .slice(0, MAX_ERRORS)
        .map(({ row, why }) => `Row ${row}: ${why}`),
    }),
  };
}
