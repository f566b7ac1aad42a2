import { Button } from "@mantine/core";

import { countOf, isJobOver, type Job } from "../../api/use-job.ts";
import { ErrorView } from "../../components/error-view.tsx";
import { Icon } from "../../components/icon.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { plural, t } from "../../lib/translate.ts";
import { useFields } from "../../api/use-fields.ts";
import classes from "./import.module.css";
import { targetName } from "./plan.ts";
import { type Repair, RepairRows } from "./repair-rows.tsx";
import { RowErrorsTable } from "./row-errors-table.tsx";
import { shownErrors, useRowErrors } from "./use-row-errors.ts";

type RowErrorsProps = {
  readonly job: Job;
  /** The columns of the file, where they are known. */
  readonly columns?: readonly { readonly heading: string }[];
  /** The file, where it is at hand: cells are then repaired in place. */
  readonly repair?: Repair | undefined;
};

/** The rows that were left out, with the reason and the remedy. */
export function RowErrors({ job, columns, repair }: RowErrorsProps) {
  const invalid = countOf(job, "invalid");
  const errors = useRowErrors(job.id, invalid);
  const fields = useFields();
  const labels = new Map(fields.data?.map(({ key, label }) => [key, label]));
  const nameOf = (column: number, target: string) => columns?.[column - 1]?.heading || targetName(target, labels);
  const shown = errors.data?.map((error) => ({ ...error, name: nameOf(error.column, error.target) }));
  return (
    <section className={classes.errors} aria-label={t`Rows with an error`}>
      <header>
        <h3>
          {isJobOver(job)
            ? plural(invalid, "# row has an error", "# rows have an error")
            : plural(invalid, "# row has an error so far", "# rows have an error so far")}
        </h3>
        <Button
          component="a"
          href={`/svc/v1/imports/${job.id}/errors`}
          download="import-errors.csv"
          variant="default"
          size="xs"
          leftSection={<Icon name="download" size={14} />}
        >{t`Download the errors`}</Button>
      </header>
      <p className={classes.note}>
        {repair
          ? t`Repair them here and check again, or import the others and leave these out.`
          : t`These rows were left out. Repair them in your file and import it again: people who were imported stay as they are.`}{" "}
        {invalid > shownErrors && t`The first ${shownErrors} are shown; the download has all of them.`}
      </p>
      {errors.error && <ErrorView error={errors.error} onRetry={() => void errors.refetch()} />}
      {!shown && !errors.error && <Skeleton height={Math.min(invalid, 8) * 44} />}
      {shown &&
        (repair ? (
          <RepairRows errors={shown} more={invalid > shown.length} repair={repair} />
        ) : (
          <RowErrorsTable errors={shown} more={invalid > shown.length} />
        ))}
    </section>
  );
}
