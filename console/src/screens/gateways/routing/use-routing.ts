import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "tidings-client";

import { tidings } from "../../../api/client.ts";

export type RoutingData = Schemas["GatewayRouting"];

/** How the default route uses the gateways. */
export function useRouting() {
  return useQuery({
    queryKey: ["gateways", "routing"],
    queryFn: ({ signal }) => tidings.getRouting({}, { signal }),
  });
}
