import { z } from "zod";

import { detailSchema } from "./envelope.ts";
import { refusedPeople } from "./message.ts";
import { encoding, messageCategory, personKind } from "./value-lists.ts";

const count = z.int().min(0);

const costOfCountry = z.object({
  prefix: z.string().meta({ description: 'What the numbers begin with: "+49".' }),
  country: z.string().nullable(),
  people: count,
  segments: count,
  gateway: z.string().meta({
    description:
      "The gateway whose price is assumed: of a failover the first, of a round robin the most expensive, also where rules distinguish countries that share a calling code.",
  }),
  price: z.string().nullable().meta({ description: "Per segment; null: none is set for these numbers." }),
  cost: z.string().nullable(),
});

const samplePerson = z
  .object({
    kind: personKind,
    id: z.int().nullable(),
    label: z.string().meta({
      description:
        "The name, or the last digits of the number if the caller may not list such people; for a number in the call, the number.",
    }),
    text: z.string(),
    segments: count,
    values: z.record(z.string(), z.string()).meta({ description: "What is filled into the text, by variable." }),
  })
  .meta({ id: "SamplePerson" });

export const previewData = z
  .object({
    category: messageCategory,
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
      over_cap: count.meta({
        description:
          "Over the frequency cap at present. Depending on the settings, they get nothing and are not among `final`, or they are among them and wait: see `frequency_cap`.",
      }),
      without_consent: count.nullable().meta({
        description:
          "People without a record that they agreed to marketing, except suppressed ones, who get nothing anyway; null: the message is no marketing, or there are too many users, roles or customers to look them all up.",
      }),
      final: count.meta({
        description:
          "People who would receive the message; with `refusals`, who would once what they name has changed: until then nobody gets anything. 0 if anyone has no text: see `refused_people`.",
      }),
      exact: z.boolean().meta({ description: "Whether the numbers above are counted; otherwise they are estimated." }),
    }),
    refusals: z
      .array(
        z.object({
          code: z.string().meta({
            description: "That of the error: `consent_required`, `spend_cap_reached` or `insufficient_credit`.",
          }),
          message: z.string().meta({ description: "Why, and what can be done." }),
          data: z
            .record(z.string(), z.unknown())
            .meta({ description: "As in the error, such as `without_consent` of `consent_required`." }),
        }),
      )
      .meta({
        description:
          "Why `POST /send` would refuse this call as a whole now, though it is valid. Empty: it would be accepted.",
      }),
    refused_people: refusedPeople.nullable().meta({
      description:
        "Of a personal message, the people for whom no text can be made: then the message is not sent. The first ten are listed. Numbers in the call for which there is no text are refused at once.",
    }),
    text: z.object({
      content: z.string().meta({
        description:
          "The text as it would leave, with its footer; of personal texts, one of those with the most segments. A caller without `svc_outbox` reads the variables instead of what would be filled in for a person of the audience. Links are placeholders with the length of a subscriber's.",
      }),
      footer: z.string().nullable().meta({ description: "What the settings add at its end; null: nothing." }),
      encoding: encoding,
      segments: count.meta({ description: "Of the text with the most." }),
      segments_least: count.meta({ description: "Of the text with the fewest. Differs in personal texts only." }),
      units: count.meta({
        description:
          "Of `content`, in `encoding`: septets of the GSM alphabet, or UTF-16 units. Where `content` has variables, `segments` is not derived from it.",
      }),
      units_per_segment: count.meta({ description: "The capacity of one of the `segments`." }),
      forced_by: z
        .object({
          character: z.string(),
          index: count.meta({ description: "Its position in UTF-16 units." }),
          replacement: z.string().nullable(),
          segments_replaced: count.meta({
            description: "Segments after replacing every character that has a replacement.",
          }),
        })
        .nullable()
        .meta({
          description:
            "The first character of `content` that the GSM alphabet lacks; of a personal text, one that the sender wrote before one of a value.",
        }),
      personal: z
        .object({
          exact: z.boolean().meta({
            description:
              "Whether everyone's text was made. Otherwise segments, cost and `refused_people` are estimated from a sample of the people.",
          }),
          made: count.meta({ description: "Number of texts that were rendered, for people who would get one." }),
          ucs2: count.meta({ description: "People whose text has a character that the GSM alphabet lacks." }),
          forced_by: z
            .object({ character: z.string(), replacement: z.string().nullable(), people: count })
            .nullable()
            .meta({ description: "The character that is the first such one in the texts of the most people." }),
          samples: z
            .object({
              people: z.array(samplePerson).meta({ description: "At most five of those who would get a text." }),
              longest: samplePerson.nullable().meta({ description: "One of those with the most segments." }),
            })
            .nullable()
            .meta({ description: "What some people would read. null: the caller lacks `svc_outbox`." }),
        })
        .nullable()
        .meta({ description: "Set if the people's texts differ." }),
    }),
    countries: z.array(costOfCountry).meta({ description: "Recipients by the beginning of their numbers." }),
    cost: z
      .object({
        currency: z.string(),
        total: z.string(),
        unpriced: count.meta({ description: "People whose numbers have no price: they are not in the total." }),
      })
      .nullable()
      .meta({ description: "By the prices in the settings of the gateway of each country; null if there are none." }),
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
        "When the last one leaves: at `rate_per_minute` or the rate in the settings of the gateways, whichever is lower, within quiet hours and the frequency cap; null: nothing of these limits it. What waits in the queue already is not part of it.",
    }),
    quiet_hours: z
      .object({
        held: count.meta({ description: "People who would have to wait for their hours." }),
        exact: z.boolean().meta({
          description: "Whether everyone's number and time zone were read; otherwise those of a sample.",
        }),
      })
      .nullable()
      .meta({
        description:
          "Set if quiet hours hold anyone. At a rate, `held` and `last_at` suppose that people leave in no order of their places.",
      }),
    frequency_cap: z
      .object({ held: count.meta({ description: "People who would have to wait, until `last_at` at the latest." }) })
      .nullable()
      .meta({ description: "Set if the frequency cap keeps anyone waiting." }),
    sent_before: z.object({ message_id: z.string(), at: z.iso.datetime() }).nullable().meta({
      description:
        "The newest message with the same text within the 24 hours before this one, to recipients of it (a group, segment, role or user of both, or one of the first 20 numbers), or by the caller to more than one person: see `warnings`. Of a busy service, messages to single people that are older than the newest 1,000 are found by those numbers only. Callers without svc_outbox see only their own messages; one-time passwords are never included.",
    }),
    invalid_numbers: z.array(detailSchema),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "Preview" });
