import { NumberInput, Select, TextInput } from "@mantine/core";

import { clockNote } from "../lib/clock-note.ts";
import { occurrences, type RepeatUnit, wallNote } from "../lib/recurrence.ts";
import { every, repeatWords } from "../lib/repeat-words.ts";
import { t, term } from "../lib/translate.ts";
import { useNow } from "../lib/use-now.ts";
import { ruleOf, type When } from "../lib/when.ts";
import { Time } from "./time.tsx";
import classes from "./when-fields.module.css";

const units = (["minute", "hour", "day", "week", "month", "year"] as const).map((value) => ({
  value,
  label: every[value](1),
}));
const counted: Readonly<Record<RepeatUnit, string>> = {
  minute: t`Number of minutes`,
  hour: t`Number of hours`,
  day: t`Number of days`,
  week: t`Number of weeks`,
  month: t`Number of months`,
  year: t`Number of years`,
};
const shownRuns = 5;

export type WhenFieldsProps = {
  readonly when: When;
  readonly onChange: (when: When) => void;
  /** The zone in which its times are meant. */
  readonly zone: string;
  /** The license covers repeating. */
  readonly recurring: boolean;
  /** The first run, if `at` is a later one: months are counted from it. ISO 8601. */
  readonly began?: string;
  /** No run before it is listed: it was skipped. ISO 8601; default: now. */
  readonly from?: string;
  /** The API's, by its names: `schedule`, `repeat`. */
  readonly issues?: Readonly<Record<string, string>>;
};

/** Date, time and recurrence; below them what follows, in words and as the next five runs. */
export function WhenFields({ when, onChange, zone, recurring, began, from, issues = {} }: WhenFieldsProps) {
  const { at, repeat, end } = when;
  const now = useNow();
  const typed = ruleOf(when, zone);
  const rule = typed && began !== undefined ? { ...typed, start: new Date(began) } : typed;
  const runs = rule ? occurrences(rule, from === undefined ? now : new Date(from), shownRuns) : [];
  const note = clockNote(runs, zone, repeat?.unit) ?? (at ? wallNote(at, zone) : null);
  return (
    <div className={classes.when}>
      <TextInput
        label={term("On", "date and time")}
        description={t`Local time in ${zone}.`}
        type="datetime-local"
        value={at}
        error={issues["schedule"]}
        onChange={(event) => onChange({ ...when, at: event.currentTarget.value })}
      />
      <div className={classes.repeat}>
        <Select
          label={t`Repeat`}
          data={[{ value: "", label: t`Only once` }, ...units]}
          value={repeat?.unit ?? ""}
          error={issues["repeat"]}
          allowDeselect={false}
          disabled={!recurring}
          {...(!recurring && { description: t`Repeating is not part of the license.` })}
          onChange={(unit) =>
            onChange({ ...when, repeat: unit ? { value: repeat?.value ?? 1, unit: unit as RepeatUnit } : null })
          }
        />
        {repeat && (
          <>
            <NumberInput
              label={counted[repeat.unit]}
              min={1}
              max={999}
              allowDecimal={false}
              value={repeat.value}
              onChange={(value) => onChange({ ...when, repeat: { ...repeat, value: Math.max(1, Number(value) || 1) } })}
            />
            <TextInput
              label={t`Last day`}
              description={t`Empty: forever.`}
              type="date"
              value={end}
              onChange={(event) => onChange({ ...when, end: event.currentTarget.value })}
            />
          </>
        )}
      </div>
      {rule && (
        <div className={classes.result} role="status">
          <strong>{repeatWords(rule)}</strong>
          {runs.length === 0 && <p>{t`This is in the past.`}</p>}
          {repeat && runs.length > 0 && (
            <>
              <p>{runs.length < shownRuns ? t`All runs:` : t`The next ${shownRuns} runs:`}</p>
              <ol>
                {runs.map((run) => (
                  <li key={run.getTime()}>
                    <Time at={run.toISOString()} show="exact" zone={zone} />
                  </li>
                ))}
              </ol>
            </>
          )}
          {note && <p className={classes.note}>{note}</p>}
        </div>
      )}
    </div>
  );
}
