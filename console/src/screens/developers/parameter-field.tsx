import { Select, TextInput } from "@mantine/core";

import { t } from "../../lib/translate.ts";
import type { Parameter } from "./operations.ts";

type ParameterFieldProps = {
  readonly of: Parameter;
  readonly value: string;
  /** What the service says is wrong with it. */
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

/** One parameter, under its name in the API. Descriptions are those of the reference, which is in English. */
export function ParameterField({ of, value, error, onChange }: ParameterFieldProps) {
  const { name, description, options, type, required, example } = of;
  const common = {
    label: name,
    required,
    error,
    // Below the input, so that the inputs of a row stand in one line.
    inputWrapperOrder: ["label" as const, "input" as const, "description" as const, "error" as const],
    ...(description !== "" && { description: <span lang="en">{withCode(description)}</span> }),
  };
  const choices = options ?? (type === "boolean" ? ["true", "false"] : null);
  if (choices) {
    return (
      <Select
        {...common}
        data={[...choices]}
        value={value || null}
        placeholder={t`not sent`}
        clearable
        onChange={(next) => onChange(next ?? "")}
      />
    );
  }
  return (
    <TextInput
      {...common}
      dir="ltr"
      value={value}
      placeholder={example}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** What stands between backticks is code. */
function withCode(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
