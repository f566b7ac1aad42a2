import { balanceOf } from "#domain/credit/balance";

import { refusalOf, type CompatRoute } from "./route.ts";

/** `GET /credit`: two bare fields. */
export function creditRoute(): CompatRoute {
  return {
    method: "GET",
    path: "/credit",
    access: "svc_setting",
    async handle({ callApi }) {
      const result = await callApi("GET /credit");
      const bare = (credit: unknown, creditSupported: unknown) => ({ status: 200, body: { credit, creditSupported } });
      if (result.ok) return bare(result.body["credit"], result.body["creditSupported"]);
      if (result.code === "no_gateway") return bare(null, false);
      // WP SMS returns the last value while the gateway is unreachable.
      if (result.code === "gateway_unreachable") return bare(numberOf(result.data["credit"]), true);
      return refusalOf(result);
    },
  };
}

function numberOf(amount: unknown): number | null {
  return typeof amount === "string" ? balanceOf({ amount }) : null;
}
