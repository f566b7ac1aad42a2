import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { plural, t } from "../../lib/translate.ts";
import { type FileShape, readCsv, textOf, writeCsv } from "./csv.ts";
import classes from "./import.module.css";
import type { ChosenFile } from "./plan.ts";
import { type NamedError, RowErrorsTable } from "./row-errors-table.tsx";

export type Repair = {
  readonly chosen: ChosenFile;
  readonly shape: FileShape;
  /** What was entered so far, by `placeOf`. Kept outside: the rows are shown anew after each check. */
  readonly entered: Readonly<Record<string, string>>;
  readonly onEnter: (place: string, value: string) => void;
  readonly onRepair: (file: File, cells: number) => void;
  /** Absent if groups that do not exist are created already. */
  readonly onCreateGroups: (() => void) | undefined;
};

type RepairRowsProps = {
  readonly errors: readonly NamedError[];
  /** There are more than these. */
  readonly more: boolean;
  readonly repair: Repair;
};

/** A larger file is repaired in a spreadsheet program. Bytes. */
const most = 20_000_000;

const placeOf = (chosen: ChosenFile, { row, column }: { readonly row: number; readonly column: number }) =>
  `${chosen.id} ${row} ${column}`;

/** The errors with their cells, which can be changed: the file in the browser is, the one on the disk is not. */
export function RepairRows({ errors, more, repair }: RepairRowsProps) {
  const { chosen, shape, entered, onEnter, onRepair, onCreateGroups } = repair;
  const records = useQuery({
    queryKey: ["import records", chosen.id, shape.encoding, shape.delimiter],
    queryFn: async () => readCsv((await textOf(chosen.file, shape)).text, shape.delimiter),
    enabled: chosen.file.size <= most,
    staleTime: Number.POSITIVE_INFINITY,
    // Up to 20 MB, which nobody needs once the screen is closed.
    gcTime: 0,
  });
  if (!records.data) return <RowErrorsTable errors={errors} more={more} onCreateGroups={onCreateGroups} />;
  const rows = records.data;
  const before = ({ row, column }: NamedError) => rows[row - 1]?.[column - 1] ?? "";
  const changed = errors.filter((error) => {
    const repaired = entered[placeOf(chosen, error)];
    return repaired !== undefined && repaired !== before(error);
  });
  const apply = () => {
    const next = rows.map((cells) => [...cells]);
    for (const { row, column } of changed) {
      const cells = (next[row - 1] ??= []);
      while (cells.length < column) cells.push("");
      cells[column - 1] = entered[placeOf(chosen, { row, column })] ?? "";
    }
    const text = writeCsv(next, shape.delimiter);
    onRepair(new File(["\uFEFF", text], chosen.file.name, { type: "text/csv" }), changed.length);
  };
  return (
    <form
      className={classes.repair}
      onSubmit={(event) => {
        event.preventDefault();
        if (changed.length > 0) apply();
      }}
    >
      <RowErrorsTable
        errors={errors}
        more={more}
        onCreateGroups={onCreateGroups}
        cell={(error) => (
          <TextInput
            size="xs"
            aria-label={t`${error.name} in row ${error.row}`}
            dir={error.target === "phone" ? "ltr" : "auto"}
            autoComplete="off"
            value={entered[placeOf(chosen, error)] ?? before(error)}
            onChange={(event) => onEnter(placeOf(chosen, error), event.currentTarget.value)}
          />
        )}
      />
      {changed.length > 0 && (
        <Button type="submit" variant="default" className={classes.apply}>
          {plural(changed.length, "Repair # cell and check again", "Repair # cells and check again")}
        </Button>
      )}
    </form>
  );
}
