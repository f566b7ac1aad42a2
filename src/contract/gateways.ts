import { z } from "zod";

import { categories } from "#domain/messages/message";

import { integer, listPage, pagination, phoneText } from "./fields.ts";

export const gatewayPath = z.object({ name: z.string().max(40).meta({ description: "Name of the gateway." }) });

const state = z.enum(["up", "degraded", "paused", "open"]).meta({
  description:
    "up; degraded: answers fail or stay out, so others take its texts, or it is coming back; paused: nothing leaves by it, on no node; open: the same, because too many answers left open whether a text was taken.",
});

const count = (description: string) => z.int().meta({ description });

export const gatewayData = z
  .object({
    name: z.string(),
    kind: z.string().meta({ description: "The scheme of its DSN.", example: "twilio" }),
    label: z.string(),
    dsn: z.string().meta({ description: "As it is set up, without secrets." }),
    receipt_url: z.string().nullable().meta({
      description:
        "Where the provider reports on texts and brings replies, for its own settings. Whoever knows it can report: keep it. null: there is no public address, or it brings them another way.",
    }),
    abilities: z.object({
      flash: z.boolean(),
      media: z.boolean(),
      max_media: z.int().nullable().meta({ description: "Media of one message; null: the gateway says no limit." }),
      media_types: z.array(z.string()).nullable().meta({ description: "null: the gateway names none." }),
      max_media_bytes: z.int().nullable(),
      max_characters: z.int().nullable().meta({
        description: "UTF-16 units of a text; a longer one is refused at once. null: the gateway says no limit.",
      }),
      credit: z.boolean(),
      receipts: z.boolean(),
      deduplicates: z.boolean().meta({ description: "A second text under the same reference is merged." }),
    }),
    traits: z.object({
      recipients_per_call: z.int(),
      ids: z.enum(["recipient", "part", "call", "none"]),
      reference: z.enum(["field", "callback", "none"]),
      numbers: z.string(),
      unicode: z.string(),
      validity: z.array(z.number()).nullable().meta({ description: "Shortest and longest, in seconds." }),
      credit: z.string().nullable(),
      senders: z.array(z.string()),
      signature: z.string().nullable(),
      unconfirmed: z.array(z.string()),
    }),
    limits: z.object({
      rate: z.number().nullable().meta({ description: "Units a second, all nodes together." }),
      rate_per: z.enum(["segment", "message"]),
      max_in_flight: z.int().nullable(),
      batch_size: z.int(),
      window: z.int(),
      at_least_once: z.boolean(),
    }),
    health: z.object({
      state,
      code: z.string().nullable(),
      reason: z.string().nullable(),
      since: z.iso.datetime().nullable(),
      until: z.iso.datetime().nullable().meta({ description: "When a pause ends by itself." }),
      last_success_at: z.iso.datetime().nullable(),
      counters: z
        .object({
          sent: count("Taken by the provider."),
          failed: count("Refused for good."),
          unknown: count("Left open."),
          retried: count("Tries that are repeated."),
          unread: count(
            "Calls to receipt_url of which nothing could be read: the provider writes in another form than the one that is known, and receipts or replies may be lost.",
          ),
        })
        .meta({ description: "Of the last hour, all nodes together." }),
    }),
    routes: z
      .array(z.object({ route: z.string(), share: z.number() }))
      .meta({ description: "The ways it is a member of, and what part of each it is meant to take now, 0 to 1." }),
  })
  .meta({ id: "Gateway" });

export const gatewaysQuery = z.object(listPage);

export const gatewayListData = z.object({
  items: z.array(gatewayData),
  pagination,
  stranded: z.array(z.object({ gateway: z.string(), texts: z.int() })).meta({
    description:
      "What waits for gateways that are not in the setting (any more): see POST /gateways/{name}/reroute. At most some thousand chunks of each are counted.",
  }),
});

export const gatewayTestRequest = gatewayPath.extend({
  to: phoneText().optional().meta({ description: "Sends one real text to this number." }),
  valid_for: integer(1, 3_600)
    .optional()
    .meta({ description: "Seconds after which the text is not sent any more. Default 60." }),
});

export const gatewayTestData = z.object({
  gateway: z.string(),
  ok: z.boolean(),
  steps: z.array(
    z.object({ step: z.enum(["settings", "pause", "credit", "text"]), ok: z.boolean(), text: z.string() }),
  ),
  message_id: z
    .string()
    .nullable()
    .meta({ description: "The text that was accepted: GET /outbox?message_id= tells its end." }),
});

export const gatewayRouteQuery = z.object({
  to: phoneText().meta({ description: "The number that a text would go to." }),
  category: z.enum(categories).optional().meta({ description: "Absent: transactional." }),
});

export const gatewayRouteData = z.object({
  to: z.string(),
  category: z.enum(categories),
  gateway: z.string().meta({ description: "The one that would take it now, or most likely." }),
  reason: z.string(),
  country: z.string().nullable(),
  rules: z.array(z.string()).meta({ description: "Those that the text fits, as they are typed." }),
  routes: z
    .array(z.object({ route: z.string(), chance: z.number() }))
    .meta({ description: "More than one where weights decide." }),
  candidates: z.array(z.object({ gateway: z.string(), share: z.number(), state })),
});

export const gatewayRerouteRequest = gatewayPath.extend({
  to: z.string().max(40).optional().meta({ description: "A gateway of the setting. Absent: the default route." }),
});

export const gatewayRerouteData = z.object({
  gateway: z.string(),
  moved: z.int().meta({ description: "Texts that have another way now." }),
  stayed: z.int().meta({
    description:
      "Texts that only that gateway may send again, because it may have them, or that the new way cannot send.",
  }),
});
