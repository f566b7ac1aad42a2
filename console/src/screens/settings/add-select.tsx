import { Select } from "@mantine/core";
import { useState } from "react";

type AddSelectProps = {
  /** Verb and object: "Add a language". */
  readonly action: string;
  /** What it is added to, for a screen reader. */
  readonly to?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** When nothing fits what was typed. */
  readonly none: string;
  readonly onAdd: (value: string) => void;
};

/** Adds what is chosen to a list, and is empty again afterwards. */
export function AddSelect({ action, to, options, none, onAdd }: AddSelectProps) {
  const [search, setSearch] = useState("");
  return (
    <Select
      aria-label={to ? `${action}: ${to}` : action}
      placeholder={action}
      maw={300}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={none}
      data={options}
      value={null}
      onChange={(value) => {
        setSearch("");
        if (value) onAdd(value);
      }}
    />
  );
}
