import { z } from "zod";

import { categories } from "#domain/messages/message";
import { DEPARTURE_SECONDS, MAX_DEPARTURES } from "#domain/stats/departures";
import { HOURS_KEPT_DAYS, LINES, MAX_PARTS } from "#domain/stats/read-stats";
import { statIntervals, statParts } from "#domain/stats/stat-store";

import { dates } from "./fields.ts";
import { messageState } from "./value-lists.ts";

export const statsQuery = z.object({
  date_from: dates.date_from.meta({
    description:
      "First day (YYYY-MM-DD, site time) or instant (RFC 3339). It is moved back to the beginning of its hour or day. Default: 24 hours or 30 days before the end.",
    example: "2027-06-01",
  }),
  date_to: dates.date_to.meta({
    description: "Last day or instant, inclusive, moved to the end of its hour or day. Default: now.",
    example: "2027-06-30",
  }),
  interval: z
    .enum(statIntervals)
    .optional()
    .meta({
      description: `Default: day. Hours are kept for ${HOURS_KEPT_DAYS} days, days as long as the database.`,
    }),
  group_by: z
    .enum(statParts)
    .optional()
    .meta({
      description: `The dimension by which each figure is divided. The ${MAX_PARTS} largest parts are listed, and one group sums up the others.`,
    }),
});

const rate = z.number().nullable();

const deliveryCounts = z
  .object({
    accepted: z.int().meta({
      description: "Recipients accepted. They have no gateway yet: with `group_by=gateway` they are in the group null.",
    }),
    sent: z.int().meta({ description: "Accepted by a gateway, including what was delivered or undelivered later." }),
    delivered: z.int(),
    undelivered: z.int().meta({ description: "Reported by a receipt after it was sent." }),
    failed: z.int().meta({ description: "Refused by the gateway, or not sent." }),
    unknown: z.int().meta({ description: "The gateway may have accepted it." }),
    suppressed: z.int(),
    expired: z.int(),
    canceled: z.int(),
    segments: z.int().meta({ description: "Of what was sent." }),
  })
  .meta({ id: "DeliveryCounts" });

const counts = deliveryCounts
  .and(
    z.object({
      opt_outs: z.int().meta({
        description:
          "People who opted out themselves, in the hour in which they did. Their category is unknown, and so is their gateway.",
      }),
      replies: z.int().meta({ description: "Messages received, in the hour of their arrival." }),
    }),
  )
  .meta({ id: "StatCounts" });

const latency = z
  .object({
    count: z.int().meta({ description: "Deliveries that were timed." }),
    p50_ms: z.int().nullable(),
    p95_ms: z.int().nullable().meta({ description: "From a histogram with four buckets to a factor of ten." }),
    within_10s: rate.meta({ description: "The share that took less than 10 s, from 0 to 1." }),
  })
  .meta({ id: "StatLatency" });

const figures = z
  .object({
    counts,
    rates: z.object({
      delivered: rate.meta({ description: "Of what was sent; 0 to 1." }),
      delivered_of_final: rate.meta({
        description:
          "Of what was delivered, undelivered or failed, which changes no more; 0 to 1. null: no receipt has come, as from a gateway that sends none.",
      }),
      errors: rate.meta({ description: "Failed and undelivered, of what was sent or failed." }),
      opt_outs: rate.meta({ description: "Opt-outs, of what was sent." }),
    }),
    accepted_to_sent: latency.meta({ description: "Includes the time in the queue, holds and limits of the rate." }),
    sent_to_delivered: latency,
  })
  .meta({ id: "StatFigures" });

const point = figures.and(z.object({ starts_at: z.iso.datetime() })).meta({ id: "StatPoint" });
const series = z
  .array(point)
  .meta({ description: "In the order of time; hours and days without anything are absent." });

export const statsData = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  interval: z.enum(statIntervals),
  group_by: z.enum(statParts).nullable(),
  series,
  totals: figures,
  previous: z
    .object({ from: z.iso.datetime(), to: z.iso.datetime(), totals: figures })
    .meta({ description: "The range of the same length before it." }),
  groups: z.array(
    z.object({
      part: z
        .string()
        .nullable()
        .meta({
          description: `A gateway, a country (DE), or a category (${categories.join(", ")}); null: none, or see \`others\`.`,
        }),
      others: z.int().meta({ description: "How many parts this group sums up; 0: it is one part." }),
      totals: figures,
      series: z.array(z.object({ starts_at: z.iso.datetime(), counts })),
    }),
  ),
  lines: z.object({ errors: z.number(), opt_outs: z.number() }).meta({
    description: "Rates above these should be looked into.",
    example: { errors: LINES.errors, opt_outs: LINES.optOuts },
  }),
});

const part = z
  .object({
    part: z.string().nullable().meta({ description: "A gateway or a country; null: none, see `accepted`." }),
    counts: deliveryCounts,
  })
  .meta({ id: "MessageStatPart" });

export const messageStatsData = z.object({
  message_id: z.string(),
  state: messageState,
  gateways: z.array(part).meta({ description: "The most used first." }),
  countries: z.array(part).meta({ description: "By phone number, the most frequent first." }),
  deliveries: z.record(z.string(), z.int()).meta({ description: "As in GET /messages/{id}." }),
  reasons: z
    .array(
      z.object({
        reason: z.string(),
        count: z.int(),
        text: z.string().meta({ description: "What it means, in the words of GET /outbox/{id}." }),
        remedy: z.string().nullable().meta({ description: "What to do; null: nothing is to be done." }),
      }),
    )
    .meta({ description: "Why deliveries failed, the 20 most common. `reason` is a code of ours or of the provider." }),
  other_reasons: z.int().meta({ description: "How many more reasons there are." }),
  departures: z
    .object({
      interval_seconds: z.int().meta({ example: DEPARTURE_SECONDS }),
      series: z.array(z.object({ starts_at: z.iso.datetime(), count: z.int() })),
    })
    .meta({
      description: `How many texts left for a gateway in each interval; intervals without any are absent. From ${DEPARTURE_SECONDS} seconds on, as long as it takes for at most ${MAX_DEPARTURES} of them until its end, or until now.`,
    }),
});
