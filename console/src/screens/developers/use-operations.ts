import { useQuery } from "@tanstack/react-query";

import { operationsOf, type Document } from "./operations.ts";

/** The operations that openapi.json of the running service describes. */
export function useOperations() {
  return useQuery({
    queryKey: ["openapi"],
    queryFn: async ({ signal }) => {
      const response = await fetch("/openapi.json", { signal });
      if (!response.ok) throw new Error(`openapi.json: HTTP ${response.status}`);
      return operationsOf((await response.json()) as Document);
    },
    staleTime: Infinity,
  });
}
