import type { ReactNode } from "react";

import { serviceText } from "../../lib/service-text.ts";
import { t } from "../../lib/translate.ts";
import classes from "./import.module.css";
import type { RowError } from "./use-row-errors.ts";

export type NamedError = RowError & {
  /** Of the column, as a person knows it. */
  readonly name: string;
};

type RowErrorsTableProps = {
  readonly errors: readonly NamedError[];
  /** A field in which the cell is repaired. */
  readonly cell?: (error: NamedError) => ReactNode;
};

/** Row by row what is wrong and what helps. */
export function RowErrorsTable({ errors, cell }: RowErrorsTableProps) {
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
        <tbody>
          {errors.map((error) => (
            <tr key={`${error.row} ${error.column}`}>
              <td>{error.row}</td>
              <td>
                <bdi>{error.name}</bdi> {plainReason(error)}
                <span className={classes.advice}>{adviceOn(error, cell !== undefined)}</span>
              </td>
              {cell && <td>{cell(error)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Without what only concerns the operator of the service. */
function plainReason({ reason }: RowError): string {
  return serviceText(reason.replace(/: write it with .*TIDINGS_COUNTRY$/, ""));
}

function adviceOn({ target, reason }: RowError, here: boolean): string {
  if (reason.includes("rounded by a spreadsheet")) return t`Its last digits are lost: only the original list has them.`;
  if (reason.includes("TIDINGS_COUNTRY"))
    return here
      ? t`Write it with + and the country, or choose below the country of such numbers.`
      : t`Write it with + and the country, or choose when you import it the country of such numbers.`;
  if (reason.includes("new groups were not asked for"))
    return here
      ? t`Choose “Create groups that do not exist” below, or create the group first.`
      : t`Create the group first, or have the groups created when you import it.`;
  if (target === "phone") return t`Write it with + and the country: +49 151 23456789.`;
  if (target.startsWith("field:") && reason.includes("required")) return t`Everybody needs a value of this field.`;
  return "";
}
