import { z } from "zod";

import { rateUnits } from "#domain/deliveries/throttle";
import { idScopes, referencePlaces } from "#domain/gateways/gateway";
import { testSteps } from "#domain/gateways/test-steps";

import { integer, listPage, pagination, phoneText } from "./fields.ts";
import { messageCategory } from "./value-lists.ts";

export const gatewayPath = z.object({ name: z.string().max(40).meta({ description: "Name of the gateway." }) });

export const gatewayState = z.enum(["up", "degraded", "paused", "open", "disabled"]).meta({
  description:
    "up; degraded: requests fail or time out, so other gateways take over its deliveries, or it is recovering; paused: nothing is sent through it, on any node; open: the same, because too many responses left the outcome unknown; disabled: a stored gateway that is switched off.",
});

const count = (description: string) => z.int().meta({ description });

export const gatewayAbilities = z
  .object({
    flash: z.boolean(),
    media: z.boolean(),
    max_media: z
      .int()
      .nullable()
      .meta({ description: "Maximum media per message; null: the gateway states no limit." }),
    media_types: z.array(z.string()).nullable().meta({ description: "null: the gateway states none." }),
    max_media_bytes: z.int().nullable(),
    max_characters: z.int().nullable().meta({
      description:
        "Maximum UTF-16 units of the text; a longer one is refused immediately. null: the gateway states no limit.",
    }),
    credit: z.boolean(),
    receipts: z.boolean(),
    deduplicates: z
      .boolean()
      .meta({ description: "A second request with the same reference is merged into the first." }),
  })
  .meta({ id: "GatewayAbilities" });

export const gatewayTraits = z
  .object({
    recipients_per_call: z.int(),
    ids: z.enum(idScopes),
    reference: z.enum(referencePlaces),
    numbers: z.string(),
    unicode: z.string(),
    validity: z.array(z.number()).nullable().meta({ description: "Minimum and maximum, in seconds." }),
    credit: z.string().nullable(),
    senders: z.array(z.string()),
    signature: z.string().nullable(),
    unconfirmed: z.array(z.string()),
  })
  .meta({ id: "GatewayTraits" });

export const gatewayData = z
  .object({
    name: z.string(),
    kind: z.string().meta({ description: "The scheme of its DSN.", example: "twilio" }),
    label: z.string(),
    dsn: z.string().meta({ description: "As configured, without secrets." }),
    managed_by: z.enum(["environment", "api"]).meta({
      description: "environment: TIDINGS_GATEWAY, which no call changes; api: stored, see POST /gateways.",
    }),
    version: z.int().nullable().meta({ description: "Of a stored gateway: send it with a change." }),
    in_default_route: z.boolean().nullable().meta({ description: "Of a stored gateway." }),
    settings: z
      .record(z.string(), z.union([z.string(), z.array(z.string())]))
      .nullable()
      .meta({ description: "Of a stored gateway, without secrets.", example: null }),
    secrets: z.array(z.string()).nullable().meta({ description: "Names of a stored gateway's secrets that are set." }),
    receipt_url: z.string().nullable().meta({
      description:
        "The URL to which the provider sends receipts and inbound messages; enter it in the provider's settings. Anyone who knows it can send receipts, so keep it secret. null: there is no public address, or the provider delivers them another way.",
    }),
    abilities: gatewayAbilities,
    traits: gatewayTraits,
    limits: z.object({
      rate: z.number().nullable().meta({ description: "Units per second, across all nodes." }),
      rate_per: z.enum(rateUnits),
      max_in_flight: z.int().nullable(),
      batch_size: z.int(),
      window: z.int(),
      at_least_once: z.boolean(),
    }),
    health: z.object({
      state: gatewayState,
      code: z.string().nullable(),
      reason: z.string().nullable(),
      since: z.iso.datetime().nullable(),
      until: z.iso.datetime().nullable().meta({ description: "When a pause ends by itself." }),
      last_success_at: z.iso.datetime().nullable(),
      counters: z
        .object({
          sent: count("Accepted by the provider."),
          failed: count("Permanently refused."),
          unknown: count("Outcome unknown."),
          retried: count("Attempts that will be retried."),
          unread: count(
            "Calls to receipt_url that could not be parsed: the provider uses an unknown format, and receipts or inbound messages may be lost.",
          ),
        })
        .meta({ description: "Over the last hour, across all nodes." }),
    }),
    routes: z
      .array(z.object({ route: z.string(), share: z.number() }))
      .meta({ description: "The routes it belongs to, and the share of each it currently gets, from 0 to 1." }),
  })
  .meta({ id: "Gateway" });

export const gatewaysQuery = z.object(listPage);

export const gatewayListData = z.object({
  items: z.array(gatewayData),
  pagination,
  unusable: z.array(z.object({ name: z.string(), reason: z.string() })).meta({
    description: "Stored gateways that the responding node cannot use.",
  }),
  stranded: z.array(z.object({ gateway: z.string(), texts: z.int() })).meta({
    description:
      "What is waiting for gateways that are not in use (any longer), or for the default route (`default`) if no gateway of it is: see POST /gateways/{name}/reroute. At most a few thousand chunks of each are counted.",
  }),
});

export const gatewayTestRequest = gatewayPath.extend({
  to: phoneText().optional().meta({ description: "Sends one real message to this number." }),
  valid_for: integer(1, 3_600)
    .optional()
    .meta({ description: "Seconds after which the message is no longer sent. Default 60." }),
});

export const gatewayTestData = z.object({
  gateway: z.string(),
  ok: z.boolean(),
  steps: z.array(z.object({ step: z.enum(testSteps), ok: z.boolean(), text: z.string() })),
  message_id: z
    .string()
    .nullable()
    .meta({ description: "The message that was accepted: GET /outbox?message_id= shows its result." }),
});

export const gatewayRouteQuery = z.object({
  to: phoneText().meta({ description: "The recipient's number." }),
  category: messageCategory.optional().meta({ description: "Default: transactional." }),
  routing: z.string().max(20_000).optional().meta({
    description: "A proposed routing, as for PUT /gateways/routing, instead of the present one.",
    example: "failover(sandbox)",
  }),
});

export const gatewayRouteData = z.object({
  to: z.string(),
  category: messageCategory,
  gateway: z.string().meta({ description: "The gateway that would send it now, or would most likely send it." }),
  reason: z.string(),
  country: z.string().nullable(),
  rules: z.array(z.string()).meta({ description: "The rules that match, as configured." }),
  routes: z
    .array(z.object({ route: z.string(), chance: z.number() }))
    .meta({ description: "More than one if weights decide." }),
  candidates: z.array(z.object({ gateway: z.string(), share: z.number(), state: gatewayState })),
});

export const gatewayRerouteRequest = gatewayPath.extend({
  to: z.string().max(40).optional().meta({
    description: "A configured gateway. Default: the default route. Needed if that is a sandbox, or what is rerouted.",
  }),
});

export const gatewayRerouteData = z.object({
  gateway: z.string(),
  moved: z.int().meta({ description: "Deliveries that were rerouted." }),
  stayed: z.int().meta({
    description:
      "Deliveries that were not: those that the gateway may already have accepted, which only it may retry, and those that the new route cannot send.",
  }),
});
