import { z } from "zod";

import { noticeOutcomes } from "#domain/orders/order-notice-store";

import { dates, integer, listPage, pagination } from "./fields.ts";
import { noticeStatus, noticeTo } from "./order-notices.ts";

/** `already_sent` is not an outcome of its own: see `repeats`. */
const outcome = z.enum(noticeOutcomes);

export const orderDecisionsQuery = z.object({
  order_id: integer(1).optional().meta({ description: "Only decisions about this order." }),
  status: noticeStatus.optional(),
  to: noticeTo.optional(),
  outcome: outcome.optional().meta({
    description:
      "sent; no_phone; no_opt_in: the buyer declined, or did not agree; suppressed: the number replied STOP; limited: the number reached its daily limit; too_old; too_long: the order exceeds 4 MB and was not read; empty: the rendered template is empty; unknown_variable.",
  }),
  ...dates,
  ...listPage,
});

export const orderDecisionsData = z.object({
  items: z.array(
    z
      .object({
        date: z.string().meta({ description: "Site time, YYYY-MM-DD HH:MM:SS." }),
        decided_at: z.iso.datetime(),
        shop: z.string().meta({
          description: "Host and path of the shop's address, as the shop itself states it.",
          example: "shop.example",
        }),
        order_id: z.int(),
        status: z.string(),
        to: noticeTo,
        outcome,
        message_id: z.string().nullable(),
        repeats: z.int().meta({
          description:
            "How often the order entered that status again: the decision had already been made, and nothing was sent.",
        }),
        repeated_at: z.iso.datetime().nullable(),
      })
      .meta({ id: "OrderDecision" }),
  ),
  pagination,
});
