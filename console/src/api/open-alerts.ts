import { queryOptions } from "@tanstack/react-query";
import type { Operations } from "tidings-client";

import { tidings } from "./client.ts";

export type OpenAlerts = Operations["listAlerts"]["data"];
export type Alert = OpenAlerts["items"][number];

const MAX_SHOWN = 100;

export const openAlerts = queryOptions({
  queryKey: ["alerts", "open"],
  queryFn: async ({ signal }): Promise<OpenAlerts> =>
    await tidings.listAlerts({ state: "open", per_page: MAX_SHOWN }, { signal }),
  refetchInterval: 30_000,
});
