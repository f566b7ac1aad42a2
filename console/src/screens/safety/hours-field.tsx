import { Checkbox, Select } from "@mantine/core";
import type { ReactNode } from "react";

import { t } from "../../lib/translate.ts";
import fields from "../settings/settings.module.css";
import { DayBar } from "./day-bar.tsx";
import { type Day, days, type Hours, times } from "./hours.ts";
import classes from "./safety.module.css";

type HoursFieldProps = {
  readonly label: string;
  readonly value: Hours;
  readonly onChange: (hours: Hours) => void;
  readonly error: string | undefined;
  /** Beside the label: a button. */
  readonly action?: ReactNode;
};

/** When texts may leave, by the clock of the person who gets them. */
export function HoursField({ label, value, onChange, error, action }: HoursFieldProps) {
  return (
    <fieldset className={classes.hours}>
      <legend>
        <span>{label}</span>
        {action}
      </legend>
      {days.map(({ name, label: day }) => (
        <DayRow
          key={name}
          label={day}
          of={label}
          day={value[name]}
          onChange={(next) => onChange({ ...value, [name]: next })}
        />
      ))}
      <Checkbox
        label={t`Closed on public holidays`}
        checked={value.holidays === "closed"}
        onChange={(event) => onChange({ ...value, holidays: event.currentTarget.checked ? "closed" : "open" })}
      />
      {error && (
        <p role="alert" className={fields.issue}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

type DayRowProps = {
  readonly label: string;
  readonly of: string;
  readonly day: Day;
  readonly onChange: (day: Day) => void;
};

function DayRow({ label, of, day, onChange }: DayRowProps) {
  const open = typeof day === "string" ? null : day;
  const [from, to] = open ?? [undefined, undefined];
  const choose = (next: string | null) => {
    if (next === null || next === "closed") return onChange("closed");
    onChange([next, to !== undefined && to > next ? to : "24:00"]);
  };
  return (
    <div className={classes.day}>
      <span>{label}</span>
      <DayBar day={day} label={label} />
      <Select
        size="xs"
        aria-label={t`${of}, ${label}: first text`}
        data={[{ value: "closed", label: t`Closed` }, ...times("00:00", "23:30", from)]}
        value={from ?? "closed"}
        onChange={choose}
        allowDeselect={false}
      />
      {from !== undefined && (
        <Select
          size="xs"
          aria-label={t`${of}, ${label}: end`}
          data={times("00:30", "24:00", to).filter(({ value }) => value > from)}
          value={to ?? null}
          onChange={(next) => next && onChange([from, next])}
          allowDeselect={false}
        />
      )}
    </div>
  );
}
