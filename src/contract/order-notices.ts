import { z } from "zod";

import { noticeReaders } from "#domain/orders/order-notice-store";

import { list, listPage, pagination, phoneText, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";

export const SHOP_WEBHOOK_PATH = "/commerce/{shop}/webhook";

const STATUS = /^(wc-)?[a-z0-9][a-z0-9_-]{0,58}$/;

export const noticeStatus = z
  .string()
  .regex(STATUS, "is not the name of an order status, such as processing")
  .transform((name) => name.replace(/^wc-/, ""))
  .meta({
    description: "The shop's own name for it: pending, processing, on-hold, completed, …",
    example: "completed",
  });

export const noticeTo = z.enum(noticeReaders);

export const orderNoticesQuery = z.object(listPage);

export const orderNoticeRequest = z.object({
  status: noticeStatus,
  to: noticeTo
    .optional()
    .meta({ description: "Who receives it: customer (the default) or staff. Each has a notice of its own." }),
  template: text(limits.messageUnits).meta({
    description: "The text, with variables such as %order_number%. An unknown variable is refused.",
    example: "Your order %order_number% is on its way.",
  }),
  enabled: toggle().optional().meta({ description: "Default: true." }),
  numbers: list(phoneText(), limits.noticeNumbers)
    .optional()
    .meta({ description: "Only for staff: the numbers that receive it." }),
  requires_opt_in: toggle().optional().meta({
    description:
      "Only for customers: send only to buyers who agreed. Buyers who declined never receive one. Default: false.",
  }),
});

export const orderNoticePath = z.object({
  status: noticeStatus,
  to: noticeTo.optional().meta({ description: "Default: customer." }),
});

export const orderNoticeData = z
  .object({
    status: z.string(),
    to: noticeTo,
    enabled: z.boolean(),
    numbers: z.array(z.string()),
    template: z.string(),
    requires_opt_in: z.boolean(),
    segments: z.int().meta({ description: "Segments of the template itself; values may make it longer." }),
    updated_at: z.iso.datetime(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "OrderNotice" });

export const orderNoticesData = z.object({
  items: z.array(orderNoticeData),
  pagination,
  variables: z.array(z.string()).meta({ description: "The variables that a template may use between percent signs." }),
  webhook_url: z.string().nullable().meta({
    description: "The URL that the shop must send its orders to; null if no shop with a webhook_secret is configured.",
  }),
});

export const deletedOrderNotice = z.object({ deleted: z.literal(true), status: z.string(), to: noticeTo });
