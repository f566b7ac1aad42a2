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
