import { Button } from "@mantine/core";

import { countOf, isJobOver } from "../../api/use-job.ts";
import { Icon } from "../../components/icon.tsx";
import { JobProgress } from "../../components/job-progress.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t } from "../../lib/translate.ts";
import { FirstRows } from "./first-rows.tsx";
import { ImportFigures } from "./import-figures.tsx";
import classes from "./import.module.css";
import type { Repair } from "./repair-rows.tsx";
import { RowErrors } from "./row-errors.tsx";
import type { Check } from "./use-check.ts";

type CheckResultProps = {
  readonly check: Check;
  readonly repair: Omit<Repair, "shape">;
};

/** What would become of the rows, the rows that would be left out, and the first ones as they are read. */
export function CheckResult({ check, repair }: CheckResultProps) {
  const { reading, job, pending, again } = check;
  if (!reading) return <Skeleton height={220} />;
  const over = job !== undefined && isJobOver(job);
  return (
    <div className={classes.result} aria-busy={pending}>
      {reading.warnings?.map((warning) => (
        <p key={warning} className={classes.warning}>
          <Icon name="alert" size={16} />
          <span>{serviceText(warning)}</span>
        </p>
      ))}
      {again && (
        <p className={classes.warning}>
          <Icon name="info" size={16} />
          <span>{t`This file is large, so it is not checked with every change.`}</span>
          <Button size="xs" variant="default" onClick={again}>{t`Check the file again`}</Button>
        </p>
      )}
      {job && !over && (
        <JobProgress
          job={job}
          label={t`Checking every row. Nothing is changed.`}
          before={plural(countOf(job, "rows"), "# row read", "# rows read")}
        />
      )}
      {job && over && <ImportFigures job={job} />}
      {job && over && countOf(job, "invalid") > 0 && (
        <RowErrors job={job} columns={reading.columns} repair={{ ...repair, shape: reading }} />
      )}
      <FirstRows reading={reading} />
    </div>
  );
}
