import { NumberInput, Select, TextInput } from "@mantine/core";
import { useMemo } from "react";

import { useSession } from "../../api/session.ts";
import { badges } from "../../components/state-badges.ts";
import { countries, regionOptions } from "../../lib/countries.ts";
import { isReaderZone } from "../../lib/time.ts";
import { t } from "../../lib/translate.ts";
import type { Names } from "./describe.ts";
import type { Row, Subject } from "./filter.ts";

type ValueFieldProps = {
  readonly row: Row;
  readonly subject: Subject;
  readonly groups: Names["groups"];
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

const states = (["active", "pending", "bounced", "left"] as const).map((value) => ({
  value: value as string,
  label: badges.subscriber[value].word as string,
}));
const yesNo = [
  { value: "true", label: t`yes` },
  { value: "false", label: t`no` },
];

/** The input that fits what a condition compares. */
export function ValueField({ row, subject, groups, error, onChange }: ValueFieldProps) {
  const { kind, label, choices } = subject;
  const { time_zone: zone } = useSession().site;
  const options = useMemo(() => (kind === "country" ? regionOptions(countries()) : []), [kind]);
  const common = { "aria-label": t`Value of ${label}`, error };
  const select = (data: { value: string; label: string }[]) => (
    <Select
      {...common}
      data={data}
      value={row.value || null}
      searchable={data.length > 8}
      allowDeselect={false}
      placeholder={t`Choose`}
      nothingFoundMessage={t`Nothing is called that`}
      onChange={(value) => value && onChange(value)}
    />
  );
  switch (kind) {
    case "group":
      return select([...groups].map(([value, name]) => ({ value, label: name })));
    case "state":
      return select(states);
    case "country":
      return select(options);
    case "choice":
      return select(choices.map((choice) => ({ value: choice, label: choice })));
    case "yes_no":
      return select(yesNo);
    case "number":
      return <NumberInput {...common} value={row.value} onChange={(value) => onChange(`${value}`)} hideControls />;
    case "created":
    case "date": {
      const day = row.value === "" || /^\d{4}-\d\d-\d\d$/.test(row.value);
      return (
        <TextInput
          {...common}
          type={day ? "date" : "text"}
          inputWrapperOrder={["input", "description", "error"]}
          description={day && kind === "created" && !isReaderZone(zone) ? t`Days in ${zone}.` : undefined}
          value={row.value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    }
    default:
      return (
        <TextInput
          {...common}
          dir="auto"
          placeholder={kind === "locale" ? "de" : kind === "zone" ? "Europe/Berlin" : undefined}
          value={row.value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}
