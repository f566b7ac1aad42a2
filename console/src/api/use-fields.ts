import { useQuery } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "./client.ts";

export type Field = Operations["listFields"]["data"]["items"][number];

/** Every field that the site defined, archived ones included: a site has at most fifty. */
export function useFields({ enabled = true }: { readonly enabled?: boolean } = {}) {
  return useQuery({
    queryKey: ["subscribers", "fields"],
    queryFn: async ({ signal }) => (await tidings.listFields({ per_page: 100 }, { signal })).items,
    enabled,
  });
}
