import { Select, TextInput } from "@mantine/core";

import { t } from "../../lib/translate.ts";
import type { Field } from "../../api/use-fields.ts";

type BulkValueProps = {
  readonly field: Field;
  /** Of `form.choice`. */
  readonly form: {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (value: unknown) => void;
  };
};

/** The value that everybody gets, in the input that fits the field. */
export function BulkValue({ field: { type, choices }, form }: BulkValueProps) {
  const data =
    type === "yes_no"
      ? [
          { value: "true", label: t`Yes` },
          { value: "false", label: t`No` },
        ]
      : choices.map((choice) => ({ value: choice, label: choice }));
  if (type === "yes_no" || type === "choice") {
    return <Select label={t`Value`} data={data} allowDeselect={false} {...form} value={form.value || null} />;
  }
  return (
    <TextInput
      label={t`Value`}
      type={type === "date" ? "date" : "text"}
      {...(type === "number" && { inputMode: "decimal" as const })}
      dir="auto"
      autoComplete="off"
      {...form}
      onChange={(event) => form.onChange(event.currentTarget.value)}
    />
  );
}
