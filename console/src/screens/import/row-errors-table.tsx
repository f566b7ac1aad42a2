import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";

import button from "../../components/text-button.module.css";
import { digits } from "../../lib/format.ts";
import { serviceText } from "../../lib/service-text.ts";
import { plural, t } from "../../lib/translate.ts";
import classes from "./import.module.css";
import type { RowError } from "./use-row-errors.ts";

export type NamedError = RowError & {
  /** Of the column, as a person knows it. */
  readonly name: string;
};

type RowErrorsTableProps = {
  readonly errors: readonly NamedError[];
  /** There are more than these. */
  readonly more: boolean;
  /** A field in which the cell is repaired. */
  readonly cell?: (error: NamedError) => ReactNode;
  /** Plans that groups which do not exist are created; absent where that cannot be chosen. */
  readonly onCreateGroups?: (() => void) | undefined;
};

/** So many rows of an error are shown at first; the others on request. */
const first = 3;

/** What is wrong, each once with what helps, and the rows in which it is. */
export function RowErrorsTable({ errors, more, cell, onCreateGroups }: RowErrorsTableProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => setUnfolded((before) => before.symmetricDifference(new Set([key])));
  const groups = Map.groupBy(errors, ({ column, reason }) => `${column} ${reason}`);
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={t`Errors`}>
      <table className={classes.wrongs}>
        <thead>
          <tr>
            <th scope="col">{t`Row`}</th>
            <th scope="col">{t`What is wrong`}</th>
            {cell && <th scope="col">{t`In the file`}</th>}
          </tr>
        </thead>
        {[...groups].map(([key, same]) => {
          const folds = same.length > first + 1;
          const shown = folds && !unfolded.has(key) ? same.slice(0, first) : same;
          return (
            <tbody key={key}>
              {shown.map((error, nth) => (
                <tr key={error.row}>
                  <td>{digits(`${error.row}`)}</td>
                  {nth === 0 && (
                    <td rowSpan={shown.length}>
                      <bdi>{error.name}</bdi> {plainReason(error)}
                      {same.length > 1 && <span className={classes.times}>{timesOf(same.length, more)}</span>}
                      <span className={classes.advice}>{adviceOn(error, cell !== undefined)}</span>
                      {onCreateGroups && namesNoGroup(error) && (
                        <Button variant="default" size="xs" className={classes.remedy} onClick={onCreateGroups}>
                          {t`Create these groups with the import`}
                        </Button>
                      )}
                      {folds && (
                        <button
                          type="button"
                          className={`${button.textButton} ${classes.fold}`}
                          aria-expanded={unfolded.has(key)}
                          onClick={() => toggle(key)}
                        >
                          {unfolded.has(key)
                            ? t`Show fewer rows`
                            : plural(same.length - first, "Show # more row", "Show # more rows")}
                        </button>
                      )}
                    </td>
                  )}
                  {cell && <td>{cell(error)}</td>}
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}

const timesOf = (rows: number, more: boolean): string =>
  more ? plural(rows, "At least # row", "At least # rows") : plural(rows, "# row", "# rows");

const namesNoGroup = ({ reason }: RowError): boolean => reason.includes("new groups were not asked for");

/** Without what only concerns the operator of the service. */
function plainReason({ reason }: RowError): string {
  return serviceText(reason.replace(/: write it with .*TIDINGS_COUNTRY$/, ""));
}

function adviceOn(error: RowError, here: boolean): string {
  const { target, reason } = error;
  if (reason.includes("rounded by a spreadsheet")) return t`Its last digits are lost: only the original list has them.`;
  if (reason.includes("TIDINGS_COUNTRY"))
    return here
      ? t`Write it with + and the country, or choose below the country of such numbers.`
      : t`Write it with + and the country, or choose when you import it the country of such numbers.`;
  if (namesNoGroup(error))
    return here
      ? t`Choose “Create groups that do not exist” below, or create the group first.`
      : t`Create the group first, or have the groups created when you import it.`;
  if (target === "phone") return t`Write it with + and the country: +49 151 23456789.`;
  if (target.startsWith("field:") && reason.includes("required")) return t`Everybody needs a value of this field.`;
  return "";
}
