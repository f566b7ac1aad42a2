import { Select, TextInput } from "@mantine/core";

import { t } from "../../lib/translate.ts";
import type { Field } from "../../api/use-fields.ts";

type FieldValueProps = {
  readonly field: Field;
  readonly label: string;
  /** Of `form.choice`. */
  readonly form: {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (value: string) => void;
  };
  /** There may be no value. */
  readonly optional?: boolean;
};

/** A value in the input that fits the field. What is there and does not fit is shown all the same. */
export function FieldValue({ field: { type, choices }, label, form, optional = false }: FieldValueProps) {
  const { value, error, onChange } = form;
  if (type === "yes_no" || type === "choice") {
    const options: readonly Option[] =
      type === "yes_no" ? yesNo : choices.map((choice) => ({ value: choice, label: choice }));
    const fits = value === "" || options.some((option) => option.value === value);
    return (
      <Select
        label={label}
        data={[
          ...(optional ? [{ value: "", label: t`No value` }] : []),
          ...options,
          ...(fits ? [] : [{ value, label: value }]),
        ]}
        value={value === "" && !optional ? null : value}
        error={error}
        searchable={options.length > 8}
        nothingFoundMessage={t`Nothing is called that`}
        allowDeselect={false}
        onChange={(next) => onChange(next ?? "")}
      />
    );
  }
  const isDay = value === "" || /^\d{4}-\d\d-\d\d$/.test(value);
  return (
    <TextInput
      label={label}
      type={type === "date" && isDay ? "date" : "text"}
      {...(type === "number" && { inputMode: "decimal" as const })}
      dir="auto"
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type Option = { readonly value: string; readonly label: string };

const yesNo: readonly Option[] = [
  { value: "true", label: t`Yes` },
  { value: "false", label: t`No` },
];
