import { queryOptions } from "@tanstack/react-query";

import { tidings } from "./client.ts";

/** The state of the gateways, the queue and the webhooks. */
export const statusQuery = queryOptions({
  queryKey: ["status"],
  queryFn: ({ signal }) => tidings.getStatus({}, { signal }),
  refetchInterval: 30_000,
});
