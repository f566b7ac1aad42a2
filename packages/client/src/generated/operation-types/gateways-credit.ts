// Generated from openapi.json by `npm run generate`. Do not edit.
import type { CommonError } from "../error-codes.ts";
import type { WithWarnings } from "../schemas.ts";

export type GatewaysCreditOperations = {
  /**
   * A gateway's balance, read from its provider.
   *
   * Read live with a timeout of 5 seconds, then cached for 5 seconds.
   *
   * Needs `svc_setting`.
   */
  getCredit: {
    kind: "data";
    input: {
      /** Name of the gateway. Default: the first one that reports its credit. */
      gateway?: string | undefined;
    };
    data: WithWarnings<{
      /** Decimal, as written by the provider. */
      credit: string | null;
      /** A currency, or "messages". */
      unit: string | null;
      currency: string | null;
      gateway: string;
      checked_at: string | null;
      /** true only together with the error gateway_unreachable. */
      stale: boolean;
    }>;
    errors: CommonError | "unauthorized" | "forbidden" | "host_unavailable" | "not_found" | "no_gateway" | "gateway_unreachable";
  };
};
