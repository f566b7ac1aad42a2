import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";

import { FilterChip } from "../../components/filters/filter-chip.tsx";
import { FilterChoice, FilterPanel } from "../../components/filters/filter-panel.tsx";
import { useFilterState } from "../../components/filters/filters.tsx";
import { t, term } from "../../lib/translate.ts";
import classes from "./outbox.module.css";

/** Codes of the service. Every other one is the provider's. */
const reasons = [
  { value: "suppressed", label: t`Opted out or blocked` },
  { value: "frequency_cap", label: t`Over the frequency cap` },
  { value: "expired", label: t`Ran out of time` },
  { value: "canceled", label: t`Canceled` },
  { value: "undelivered", label: t`Not delivered, without a reason` },
  { value: "failed", label: t`Refused, without a reason` },
] as const;

/** Why it did not arrive: by a reason of the service, or by the provider's code. */
export function ErrorFilter({ error }: { readonly error: string | undefined }) {
  const [, change] = useFilterState();
  const [opened, setOpened] = useState(false);
  const label = term("Reason", "of a failure");
  const reason = reasons.find(({ value }) => value === error);
  const choose = (value: string | undefined) => {
    change({ error: value });
    setOpened(false);
  };
  return (
    <FilterPanel
      label={label}
      opened={opened}
      onChange={setOpened}
      button={(props) => <FilterChip {...props} label={label} set={reason?.label ?? (error && <bdi>{error}</bdi>)} />}
    >
      {reasons.map((one) => (
        <FilterChoice
          key={one.value}
          chosen={one.value === error}
          onChoose={() => choose(one.value === error ? undefined : one.value)}
        >
          {one.label}
        </FilterChoice>
      ))}
      <CodeForm initial={reason ? "" : (error ?? "")} onDone={(code) => choose(code || undefined)} />
    </FilterPanel>
  );
}

function CodeForm({ initial, onDone }: { readonly initial: string; readonly onDone: (code: string) => void }) {
  const [code, setCode] = useState(initial);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDone(code.trim());
  };
  return (
    <form className={classes.save} onSubmit={submit}>
      <TextInput
        size="xs"
        label={t`Code of the provider`}
        maxLength={200}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="xs">{t`Show`}</Button>
    </form>
  );
}
