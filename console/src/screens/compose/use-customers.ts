import { useQuery } from "@tanstack/react-query";
import { type Operations, TidingsError } from "tidings-client";

import { tidings } from "../../api/client.ts";

export type Customer = Operations["listCustomers"]["data"]["items"][number];

/** Customers whose name or number contains the text; none if a shop keeps them, which nothing searches. */
export function useCustomers(search: string, wanted: boolean, limit: number) {
  // Asked once: with a shop every search would be a failed call.
  const own = useQuery({
    queryKey: ["customers", "own"],
    queryFn: async ({ signal }) => {
      try {
        await tidings.listCustomers({ per_page: 1 }, { signal });
        return true;
      } catch (error) {
        if (error instanceof TidingsError && error.status === 404) return false;
        throw error;
      }
    },
    enabled: wanted,
    staleTime: Infinity,
  });
  const found = useQuery({
    queryKey: ["customers", "compose", search],
    queryFn: async ({ signal }) => (await tidings.listCustomers({ search, per_page: limit }, { signal })).items,
    enabled: wanted && own.data === true,
  });
  return { found: wanted ? (found.data ?? []) : [], pending: own.isFetching || found.isFetching };
}
