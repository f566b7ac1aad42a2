import { MultiSelect } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { tidings } from "../../api/client.ts";
import { explain } from "../../lib/explain-error.ts";
import { t } from "../../lib/translate.ts";
import { groupOptions, useGroups } from "../subscribers/use-groups.ts";

/** The value of the option that creates a group; groups have their ids. */
const creation = "create";

type GroupsFieldProps = {
  readonly chosen: readonly string[];
  readonly onChange: (groups: readonly string[]) => void;
};

/** Which groups the people of a file join. One that does not exist is created here, and keeps the file on the page. */
export function GroupsField({ chosen, onChange }: GroupsFieldProps) {
  const queries = useQueryClient();
  const groups = useGroups();
  const [search, setSearch] = useState("");
  const create = useMutation({
    mutationFn: (name: string) => tidings.createGroup({ name }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["subscribers"] });
      onChange([...chosen, `${id}`]);
    },
  });
  const first = groups.data?.[0];
  const name = search.trim();
  const known = groups.data?.some((group) => group.name.toLowerCase() === name.toLowerCase()) ?? true;
  const { what, why } = create.error ? explain(create.error) : {};
  return (
    <MultiSelect
      label={t`Groups`}
      description={
        first && chosen.length === 0
          ? t`Choose the groups that they join. If you choose none, people whose row names no group join ${first.name}.`
          : t`They join these groups, besides those of their row.`
      }
      data={[
        ...groupOptions(groups.data, chosen),
        ...(name && !known ? [{ value: creation, label: t`Create the group “${name}”` }] : []),
      ]}
      value={[...chosen]}
      error={create.error && [what, why].filter(Boolean).join(" ")}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      hidePickedOptions
      limit={100}
      nothingFoundMessage={t`No such group`}
      onChange={(next) => {
        if (next.includes(creation)) {
          if (!create.isPending) create.mutate(name);
        } else onChange(next);
      }}
    />
  );
}
