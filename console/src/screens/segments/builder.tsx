import { ActionIcon, Button, Select } from "@mantine/core";
import { Fragment } from "react";

import { Icon } from "../../components/icon.tsx";
import { t, term } from "../../lib/translate.ts";
import type { Names } from "./describe.ts";
import { type Draft, needsValue, operatorChoices, type Operator, type Row, rowFor, type Subject } from "./filter.ts";
import classes from "./segments.module.css";
import { ValueField } from "./value-field.tsx";

/** Of the API, in both lists together. */
const most = 20;

type BuilderProps = {
  readonly draft: Draft;
  readonly names: Names;
  /** Under the API's names: `filter.all[0].value`. */
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (draft: Draft) => void;
};

/** The conditions of a filter in rows: those that everybody meets, and those of which one is enough. */
export function Builder({ draft, names, issues, onChange }: BuilderProps) {
  const full = draft.all.length + draft.any.length >= most;
  const list = (name: "all" | "any") => (
    <Conditions
      name={name}
      rows={draft[name]}
      names={names}
      issues={issues}
      full={full}
      onChange={(rows) => onChange({ ...draft, [name]: rows })}
    />
  );
  return (
    <div className={classes.builder}>
      <fieldset className={classes.list}>
        <legend>{t`People of whom all of this is true`}</legend>
        {list("all")}
      </fieldset>
      <fieldset className={classes.list}>
        <legend>{draft.all.length > 0 ? t`and at least one of these` : t`or at least one of these`}</legend>
        {list("any")}
      </fieldset>
    </div>
  );
}

type ConditionsProps = {
  readonly name: "all" | "any";
  readonly rows: readonly Row[];
  readonly names: Names;
  readonly issues: Readonly<Record<string, string>>;
  readonly full: boolean;
  readonly onChange: (rows: readonly Row[]) => void;
};

function Conditions({ name, rows, names, issues, full, onChange }: ConditionsProps) {
  const { subjects, groups } = names;
  const options = subjects.map(({ field, label }) => ({ value: field, label }));
  const replace = (at: number, row: Row) => onChange(rows.map((before, nth) => (nth === at ? row : before)));
  const first = subjects[0];
  return (
    <>
      {rows.map((row, nth) => {
        const subject = subjects.find(({ field }) => field === row.field) ?? textSubject(row.field);
        const path = `filter.${name}[${nth}]`;
        return (
          <Fragment key={nth}>
            {nth > 0 && <span className={classes.joint}>{name === "all" ? t`and` : t`or`}</span>}
            <div className={classes.row} role="group" aria-label={t`Condition ${nth + 1}`}>
              <div>
                <Select
                  aria-label={term("About", "condition")}
                  data={options}
                  value={row.field}
                  searchable
                  allowDeselect={false}
                  nothingFoundMessage={t`Nothing is called that`}
                  onChange={(field) => {
                    const next = subjects.find((one) => one.field === field);
                    if (next) replace(nth, rowFor(next));
                  }}
                />
              </div>
              <div>
                <Select
                  aria-label={t`Comparison`}
                  data={operatorChoices(subject.kind)}
                  value={row.op}
                  allowDeselect={false}
                  error={issues[`${path}.op`]}
                  onChange={(op) => op && replace(nth, { ...row, op: op as Operator })}
                />
              </div>
              <div>
                {needsValue(row.op) && (
                  <ValueField
                    row={row}
                    subject={subject}
                    groups={groups}
                    error={issues[`${path}.value`] ?? issues[`${path}.field`]}
                    onChange={(value) => replace(nth, { ...row, value })}
                  />
                )}
              </div>
              <ActionIcon
                variant="subtle"
                aria-label={t`Remove the condition on ${subject.label}`}
                onClick={() => onChange(rows.filter((_row, other) => other !== nth))}
              >
                <Icon name="close" size={14} />
              </ActionIcon>
            </div>
          </Fragment>
        );
      })}
      <div className={classes.add}>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="plus" size={14} />}
          disabled={full || !first}
          onClick={() => first && onChange([...rows, rowFor(first)])}
        >{t`Add a condition`}</Button>
        {full && <span className={classes.quiet}>{t`A segment has at most ${most} conditions.`}</span>}
      </div>
    </>
  );
}

const textSubject = (field: string): Subject => ({ field, label: field, kind: "text", choices: [] });
