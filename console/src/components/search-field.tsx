import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";

import { useCommands } from "../commands/registry.ts";
import { t } from "../lib/translate.ts";
import { Icon } from "./icon.tsx";
import classes from "./search-field.module.css";

export type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  /** After a short pause in typing. */
  readonly onChange: (text: string) => void;
};

/** Free text that narrows a list while it is typed. Key: f. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const change = useDebouncedCallback(onChange, 200);
  useCommands([
    { id: "find", label: t`Search this list`, keys: "f", icon: "search", run: () => input.current?.focus() },
  ]);
  return (
    <TextInput
      ref={input}
      type="search"
      size="xs"
      className={classes.field ?? ""}
      aria-label={label}
      placeholder={label}
      value={typed}
      leftSection={<Icon name="search" size={14} />}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        change(event.currentTarget.value);
      }}
    />
  );
}
