import { sinceColumn } from "../../components/data-table/common-columns.tsx";
import type { Column } from "../../components/data-table/data-table-column.ts";
import { list } from "../../lib/format.ts";
import { t, term } from "../../lib/translate.ts";
import classes from "./fields.module.css";
import type { Field } from "../../api/use-fields.ts";

export const typeNames: Readonly<Record<Field["type"], string>> = {
  text: t`Text`,
  number: term("Number", "figure"),
  date: t`Date`,
  choice: t`Choice`,
  yes_no: t`Yes or no`,
};

export const columns: readonly Column<Field>[] = [
  {
    id: "label",
    head: t`Name`,
    width: "minmax(0, 1fr)",
    phone: "title",
    cell: ({ label }) => <bdi dir="auto">{label}</bdi>,
  },
  {
    id: "type",
    head: t`Type`,
    width: "minmax(0, 1fr)",
    cell: ({ type, choices }) => (
      <span>
        {typeNames[type] ?? type}
        {choices.length > 0 && (
          <span className={classes.quiet}>
            {": "}
            <bdi dir="auto">{list(choices, "unit")}</bdi>
          </span>
        )}
      </span>
    ),
  },
  {
    id: "state",
    head: t`Needed`,
    width: "120px",
    phone: "end",
    cell: ({ required, archived }) => (
      <span className={classes.quiet}>{archived ? t`Archived` : required ? t`Always` : t`If known`}</span>
    ),
  },
  {
    id: "key",
    head: t`In a text`,
    width: "minmax(0, 1fr)",
    phone: "hidden",
    cell: ({ key }) => <code dir="ltr">{`{{fields.${key}}}`}</code>,
  },
  sinceColumn,
];
