import { useQuery } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "../../api/client.ts";

type Group = Operations["listGroups"]["data"]["items"][number];

/** Every group, for a choice among them: by name, as the API lists them. */
export function useGroups() {
  return useQuery({
    queryKey: ["subscribers", "every group"],
    queryFn: async ({ signal }): Promise<readonly Group[]> => {
      const groups: Group[] = [];
      for await (const group of tidings.listGroups({ per_page: 100 }, { signal })) groups.push(group);
      return groups;
    },
  });
}

/** Groups to choose from. One that was chosen before they have been read, or that is gone, has no name. */
export function groupOptions(groups: readonly Group[] = [], chosen: readonly string[] = []) {
  const options = groups.map(({ id, name }) => ({ value: `${id}`, label: name }));
  const known = new Set(options.map(({ value }) => value));
  return [...options, ...chosen.filter((id) => !known.has(id)).map((value) => ({ value, label: "…" }))];
}
