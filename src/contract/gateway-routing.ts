import { z } from "zod";

import { integer } from "./fields.ts";

const LONGEST = 20_000;

/** An expression of the default route. */
const routingExpression = z.string().max(LONGEST).meta({
  description:
    "How the default route uses the gateways: the syntax of TIDINGS_GATEWAY, with names of gateways instead of DSNs.",
  example: "by(country=DE,AT: failover(main spare); else: main)",
});

export const gatewayRoutingQuery = z.object({});

export const gatewayRoutingRequest = z.object({
  routing: z
    .union([routingExpression, z.null()])
    .meta({ description: "null: the default route follows from the gateways and their order." }),
  version: integer(1).optional().meta({
    description: "The version that the change is based on: if there is a newer one, the call is 409 `conflict`.",
  }),
});

export const gatewayRoutingData = z
  .object({
    routing: z.string().nullable().meta({ description: "As stored; null: none is." }),
    effective: z.string().meta({ description: "The default route in use; empty: there is none." }),
    environment: z.string().meta({ description: "What TIDINGS_GATEWAY says, with names instead of DSNs." }),
    unavailable: z.array(z.string()).meta({
      description: "Gateways that the route names and that send nothing: others take their deliveries, or these wait.",
    }),
    version: z.int(),
    updated_at: z.iso.datetime().nullable(),
    updated_by: z.string().nullable(),
  })
  .meta({ id: "GatewayRouting" });
