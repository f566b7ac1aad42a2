import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { FilterChip } from "../../components/filters/filter-chip.tsx";
import { FilterChoice, FilterPanel } from "../../components/filters/filter-panel.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { t, term } from "../../lib/translate.ts";
import { type Days, daysOf, periods, rangeOf, rangeWords } from "./days.ts";
import classes from "./outbox.module.css";
import type { OutboxFilter } from "./views.ts";

/** When it was accepted: the last days, or from one day of the reader to another. */
export function RangeFilter({ filter }: { readonly filter: OutboxFilter }) {
  const [, change] = useFilterState();
  const [opened, setOpened] = useState(false);
  const own = filter.from !== undefined || filter.to !== undefined;
  const period = own ? undefined : periods.find(({ value }) => value === filter.period);
  const choose = (values: Pick<OutboxFilter, "period" | "from" | "to">) => {
    change({ period: undefined, from: undefined, to: undefined, ...values });
    setOpened(false);
  };
  return (
    <FilterPanel
      label={t`When`}
      opened={opened}
      onChange={setOpened}
      button={(props) => <FilterChip {...props} label={t`When`} set={own ? rangeWords(filter) : period?.label} />}
    >
      {periods.map(({ value, label }) => (
        <FilterChoice
          key={value}
          chosen={value === period?.value}
          onChoose={() => choose({ period: value === period?.value ? undefined : value })}
        >
          {label}
        </FilterChoice>
      ))}
      <DaysForm initial={daysOf(filter)} onDone={(days) => choose(rangeOf(days))} />
    </FilterPanel>
  );
}

function DaysForm({ initial, onDone }: { readonly initial: Days; readonly onDone: (days: Days) => void }) {
  const [days, setDays] = useState(initial);
  const reversed = days.first !== "" && days.last !== "" && days.first > days.last;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!reversed) onDone(days);
  };
  return (
    <form className={classes.days} onSubmit={submit}>
      <TextInput
        size="xs"
        type="date"
        label={term("From", "first day")}
        value={days.first}
        onChange={(event) => setDays({ ...days, first: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        type="date"
        label={term("To", "last day")}
        value={days.last}
        error={reversed && t`The last day is before the first.`}
        onChange={(event) => setDays({ ...days, last: event.currentTarget.value })}
      />
      <Button type="submit" size="xs">{t`Show these days`}</Button>
    </form>
  );
}
