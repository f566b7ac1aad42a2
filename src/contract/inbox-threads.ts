import { z } from "zod";

import { MAX_UNREAD } from "#domain/inbox/thread-store";

import { integer, listPage, pagination, text, toggle } from "./fields.ts";
import { inboxItem } from "./inbox.ts";
import { deliveryState } from "./value-lists.ts";

const number = text(40).meta({
  description: "A number in any format (a plus sign is %2B in a path), or a sender's name as the provider reports it.",
  example: "+15005550000",
});

const assignee = z.object({ principal: z.string(), username: z.string() }).nullable().meta({
  id: "InboxAssignee",
  description: "The user who takes care of the thread, by the username that they had when it was assigned to them.",
});

const thread = z
  .object({
    number: z.string(),
    latest: inboxItem.meta({ description: "The newest message from this number." }),
    unread: z.int().meta({ description: `Unread messages; ${MAX_UNREAD} at most.` }),
    suppressed: z.boolean().meta({ description: "The number is on the suppression list: nothing is sent to it." }),
    assignee,
    subscriber: z
      .object({ id: z.int(), name: z.string() })
      .nullable()
      .meta({ description: "null: no subscriber has this number, or the caller lacks svc_subscribers." }),
  })
  .meta({ id: "InboxThread" });

/** Threads with something unread are counted up to this number. */
export const MAX_THREADS = 1_000;

export const threadsQuery = z.object({
  unread: toggle().optional().meta({ description: "true: only threads with something unread." }),
  assigned: z.enum(["me", "nobody"]).optional().meta({
    description: "Only threads that are assigned to the caller, or to nobody.",
  }),
  ...listPage,
});

export const threadsData = z.object({
  items: z.array(thread),
  unread_threads: z.int().meta({ description: `Threads with something unread; ${MAX_THREADS} at most.` }),
  pagination,
});

export const threadQuery = z.object({ number, ...listPage });

const item = z
  .object({
    direction: z.enum(["received", "sent"]),
    id: z.int().meta({ description: "The id in the inbox, or of the outbox entry." }),
    at: z.iso.datetime(),
    message: z.string(),
    media: z.array(z.string()),
    gateway: z.string().nullable(),
    keyword: z
      .string()
      .nullable()
      .meta({ description: "The keyword of a received message, if it was recognized as one." }),
    message_id: z.string().nullable().meta({ description: "Of a sent message." }),
    state: deliveryState.nullable().meta({ description: "Of a sent message." }),
  })
  .meta({ id: "InboxThreadItem" });

export const threadData = z.object({
  number: z.string(),
  unread: z.int(),
  suppressed: z.boolean(),
  assignee,
  items: z.array(item),
  sent_hidden: z.boolean().meta({
    description: "true: the caller lacks svc_outbox, so messages that were sent to the number are not shown.",
  }),
  pagination,
});

export const threadReadRequest = z.object({
  number,
  up_to: integer(1).optional().meta({
    description: "The id of the last message that was read. Default: the newest.",
  }),
});

export const threadReadData = z.object({ number: z.string(), unread: z.int() });

export const threadAssignRequest = z.object({
  number,
  to: z.enum(["me", "nobody"]).meta({ description: "me: the caller takes care of the thread. nobody: no user does." }),
  replace: toggle().optional().meta({
    description: "true: also if another user takes care of the thread. Otherwise that is a conflict.",
  }),
});

export const threadAssignData = z.object({ number: z.string(), assignee });
