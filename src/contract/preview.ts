import { z } from "zod";

import { categories } from "#domain/messages/message";

import { detailSchema } from "./envelope.ts";

const count = z.int().min(0);

const costOfCountry = z.object({
  prefix: z.string().meta({ description: 'What the numbers begin with: "+49".' }),
  country: z.string().nullable(),
  people: count,
  segments: count,
  price: z.string().nullable().meta({ description: "Per segment; null: none is set for these numbers." }),
  cost: z.string().nullable(),
});

export const previewData = z
  .object({
    category: z.enum(categories),
    gateway: z.string(),
    sandbox: z.boolean(),
    people: z.object({
      matched: count.meta({ description: "Entries of all sources, duplicates and invalid ones included." }),
      by_source: z.object({
        numbers: count,
        users: count,
        roles: count,
        customers: count,
        subscribers: count.meta({
          description: "Active memberships and people of segments: a person in two of them counts twice.",
        }),
      }),
      duplicates: count,
      invalid: count,
      suppressed: count.meta({ description: "Opted out, blocked or bounced: they get nothing." }),
      unconfirmed: count.meta({ description: "In the groups, but not confirmed yet: not among the matched." }),
      final: count.meta({ description: "People who would receive the message." }),
      exact: z.boolean().meta({ description: "Whether the numbers above are counted; otherwise they are estimated." }),
    }),
    text: z.object({
      content: z.string().meta({
        description:
          "The text as it would leave, with its footer; of personal texts, the first of those with the most segments. What is filled in for each recipient of an audience stands as its variable, and a link as one of the same length.",
      }),
      encoding: z.enum(["gsm7", "ucs2"]),
      segments: count,
      units: count.meta({ description: "Septets of the GSM alphabet, or UTF-16 units." }),
      units_per_segment: count,
      forced_by: z
        .object({
          character: z.string(),
          index: count.meta({ description: "Its position in UTF-16 units." }),
          replacement: z.string().nullable(),
          segments_replaced: count.meta({
            description: "Segments after replacing every character for which there is a replacement.",
          }),
        })
        .nullable()
        .meta({ description: "The first character that the GSM alphabet lacks." }),
    }),
    countries: z.array(costOfCountry).meta({ description: "Recipients by the beginning of their numbers." }),
    cost: z
      .object({
        currency: z.string(),
        total: z.string(),
        unpriced: count.meta({ description: "People without a price: not in the total." }),
      })
      .nullable()
      .meta({ description: "By the prices in the settings; null if there are none." }),
    credit: z
      .object({
        amount: z.string(),
        unit: z.string(),
        checked_at: z.iso.datetime(),
        enough: z.boolean().nullable().meta({ description: "null: cost and credit cannot be compared." }),
      })
      .nullable(),
    first_at: z.iso.datetime().meta({ description: "When the first message leaves, if the call were made now." }),
    last_at: z.iso.datetime().nullable().meta({
      description:
        "When the last one leaves, at `rate_per_minute` and within quiet hours; null: as fast as the gateway takes them.",
    }),
    quiet_hours: z
      .object({ held: count.meta({ description: "People who would have to wait for their hours." }) })
      .nullable()
      .meta({
        description:
          "Set if quiet hours hold somebody: `first_at`, `last_at` and `held` are then estimated, by what the numbers say of countries and time zones. The zones that are known of subscribers, the frequency cap and the pace of the gateway are not part of it.",
      }),
    invalid_numbers: z.array(detailSchema),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "Preview" });
