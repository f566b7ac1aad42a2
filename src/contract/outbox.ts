import { z } from "zod";

import { channels } from "#domain/gateways/gateway";
import { HIDDEN_TEXT } from "#domain/messages/message";
import { outboxOrders } from "#domain/outbox/read-log";
import { deliveryStates } from "#domain/deliveries/delivery-state";
import { outboxStatuses } from "#domain/outbox/status";

import { dates, list, paging, phoneText, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { deliveryState, holdReason, messageCategory } from "./value-lists.ts";

const lowered = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (typeof value === "string" ? value.trim().toLowerCase() : value), item);

export const outboxQuery = z.object({
  ...dates,
  recipient: phoneText().optional().meta({ description: "Exactly this number, in any format." }),
  search: z.string().max(limits.name).optional().meta({
    description:
      "Part of the text, the sender or the number. Searches newest first for 0.2 seconds (1 second for a page by its number, also the first one, and in the order of senders or statuses): if `search_incomplete` is true, `next_cursor` continues where it stopped. The texts of one-time passwords are not searched.",
  }),
  status: lowered(z.enum([...new Set(["all", ...outboxStatuses, ...deliveryStates] as const)]))
    .optional()
    .meta({
      description:
        "success (sent, delivered), failed (failed, undelivered, expired, canceled, suppressed), pending (the rest), all, or an exact state; `state` takes several.",
    }),
  state: list(lowered(deliveryState), deliveryState.options.length)
    .refine((states) => states.length > 0, "must name at least one state")
    .optional()
    .meta({
      description:
        "Entries in one of these exact states: `failed` is the state alone here. With `status`, entries that match both.",
      example: ["failed", "undelivered"],
    }),
  message_id: z.string().max(60).optional().meta({ description: "Entries of this message: msg_…" }),
  gateway: text(100).optional().meta({ description: "Entries that this gateway accepted or refused." }),
  category: lowered(messageCategory).optional().meta({
    description: "Entries of messages of this category. Reads newest first for a limited time, like `search`.",
  }),
  error: text(limits.name).optional().meta({
    description: "Entries that failed with exactly this code, as `error` shows it: of the service or of the gateway.",
    example: "expired",
  }),
  ...paging,
  cursor: z
    .string()
    .max(4_000)
    .optional()
    .meta({ description: "`pagination.next_cursor` of the previous page. It includes filters and order." }),
  orderby: lowered(z.enum(outboxOrders))
    .optional()
    .meta({ description: "sender and status sort only the newest 10,000 entries that match. Default: date." }),
  order: lowered(z.enum(["asc", "desc"]))
    .optional()
    .meta({ description: "Default: desc." }),
});

/** The filters of the log. */
export const outboxExport = outboxQuery.omit({ page: true, per_page: true, cursor: true, orderby: true, order: true });

export type OutboxRequest = z.output<typeof outboxQuery>;

/** The channel of a delivery, in the log and in events. */
export const channel = z.enum(channels).nullable().meta({
  description: "The channel that the message was delivered through, if the provider reports it; otherwise null.",
});

export const outboxItem = z
  .object({
    id: z.int(),
    message_id: z.string(),
    date: z.string().meta({ description: "Site time, YYYY-MM-DD HH:MM:SS.", example: "2027-06-01 12:00:00" }),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
    delivered_at: z.iso.datetime().nullable(),
    sender: z.string().nullable(),
    recipient: z.string(),
    recipient_count: z.literal(1),
    message: z.string().meta({ description: `The text; "${HIDDEN_TEXT}" for one-time passwords.` }),
    status: z.enum(outboxStatuses),
    state: deliveryState,
    response: z.string().nullable(),
    media: z.array(z.string()),
    gateway: z.string().nullable(),
    segments: z.int(),
    cost: z.string().nullable().meta({
      description:
        "What it cost, by the prices of its gateway when that accepted it; null: it was not accepted or is in doubt, or there was no price.",
    }),
    currency: z.string().nullable().meta({ description: "Of the cost." }),
    channel,
    error: z.string().nullable(),
    held_for: holdReason.nullable().meta({ description: "Why a delivery in the state held waits." }),
    held_until: z.iso.datetime().nullable().meta({ description: "When it is tried, unless it is held again." }),
  })
  .meta({ id: "OutboxItem" });

export type OutboxItem = z.output<typeof outboxItem>;

export const outboxData = z.object({
  items: z.array(outboxItem),
  pagination: z.object({
    total: z.int().meta({ description: `Exact to ${limits.pageWindow}.` }),
    total_capped: z.boolean().meta({ description: "true if there are more than `total`, or not all were counted." }),
    total_pages: z.int(),
    current_page: z.int().nullable().meta({ description: "null if the page was requested by cursor." }),
    per_page: z.int(),
    next_cursor: z.string().nullable(),
  }),
  stats: z.object({ total: z.int(), success: z.int(), failed: z.int() }),
  search_incomplete: z.boolean(),
});
