import { creditData, creditTop, creditQuery } from "#contract/credit";
import { balanceOf } from "#domain/credit/balance";
import type { Credit } from "#domain/credit/read-credit";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";

export type CreditEndpointDeps = {
  /** `creditReader` of domain/credit. */
  readonly readCredit: (gateway: string | null) => Promise<Credit>;
};

export function creditEndpoint(services: CreditEndpointDeps): Endpoint {
  return endpoint({
    operationId: "getCredit",
    method: "GET",
    path: "/credit",
    access: "svc_setting",
    tag: "Gateways",
    summary: "A gateway's balance, read from its provider.",
    description: "Read live with a timeout of 5 seconds, then cached for 5 seconds.",
    input: creditQuery,
    data: creditData,
    top: creditTop,
    errors: ["not_found", "no_gateway", "gateway_unreachable"],
    handle: async ({ gateway }) => replyOf(await services.readCredit(gateway ?? null)),
  });
}

function replyOf({ gateway, credit }: Credit): Reply {
  if (!credit) {
    return {
      message: `${gateway} does not report its credit.`,
      top: { credit: null, creditSupported: false },
      data: { credit: null, unit: null, currency: null, gateway, checked_at: null, stale: false },
    };
  }
  const { amount, unit, currency, checkedAt } = credit;
  return {
    message: `The credit at ${gateway} is ${amount} ${unit}.`,
    top: { credit: balanceOf(credit), creditSupported: true },
    data: { credit: amount, unit, currency, gateway, checked_at: isoTime(checkedAt), stale: false },
  };
}
