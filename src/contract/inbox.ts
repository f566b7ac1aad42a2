import { z } from "zod";

import { keywords } from "#domain/inbox/keyword";

import { dates, pagination, paging, text } from "./fields.ts";

export const inboxQuery = z.object({
  ...dates,
  sender: text(40)
    .optional()
    .meta({ description: "Exactly this sender: a number in any format, or a name as reported by the provider." }),
  gateway: text(100).optional().meta({ description: "Only messages received through this gateway." }),
  keyword: z.enum(keywords).optional().meta({ description: "Only messages recognized as this keyword." }),
  per_page: paging.per_page,
  cursor: z
    .string()
    .max(40)
    .optional()
    .meta({ description: "`pagination.next_cursor` of the previous page; repeat the filters." }),
});

export const inboxItem = z
  .object({
    id: z.int(),
    date: z.string().meta({ description: "Site time, YYYY-MM-DD HH:MM:SS." }),
    received_at: z.iso.datetime(),
    sender: z.string(),
    recipient: z.string(),
    message: z.string(),
    media: z.array(z.string()),
    keyword: z.string().nullable(),
    gateway: z.string(),
  })
  .meta({ id: "InboxItem" });

export const inboxData = z.object({
  items: z.array(inboxItem),
  pagination,
});
