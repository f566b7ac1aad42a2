import { z } from "zod";

import { membershipStates } from "#domain/newsletter/newsletter-store";

import { integer, list, listPage, pagination, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { customFields, subscriberData, subscribeRequest } from "./newsletter.ts";

const id = integer(1).meta({ description: "Id of the subscriber." });

export const subscribersQuery = z.object({
  search: text(limits.name).optional().meta({ description: "Part of the name or the number." }),
  group_id: integer(1).optional().meta({ description: "Who belongs to this group; `state` is then the one in it." }),
  state: z
    .enum([...membershipStates, "present", "inactive", "all"])
    .optional()
    .meta({
      description:
        "active: in a group; pending: waits for a code and is in no group; left: neither. present (default): who has not left; inactive: who is not active.",
    }),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "must be two letters")
    .optional()
    .meta({ description: "Whose number begins with this country's code.", example: "DE" }),
  ...listPage,
  orderby: z
    .enum(["id", "name", "mobile", "created_at"])
    .optional()
    .meta({
      description: `Absent: id. In another order a list ends at ${limits.pageWindow.toLocaleString("en")} people, and one who comes or goes meanwhile may move another across the border of a page.`,
    }),
  order: z.enum(["asc", "desc"]).optional().meta({ description: "Absent: desc." }),
});

export const newSubscriber = subscribeRequest;
export const subscriberPath = z.object({ id });

export const subscriberChanges = z.object({
  id,
  name: text(limits.name).optional(),
  custom_fields: customFields.optional().meta({ description: "All of them: those that are not named are gone." }),
  group_ids: list(integer(1), limits.ids).optional().meta({
    description:
      "Exactly these groups: the others are left, and who waits for a code goes on waiting. Empty: all are left.",
  }),
  double_opt_in: toggle().optional().meta({
    description: "Whether the person must send back a code before joining. Absent: as the group or the site says.",
  }),
});

export const subscriberView = z
  .object({ ...subscriberData.shape, state: z.enum(membershipStates), warnings: z.array(z.string()).optional() })
  .meta({ id: "SubscriberState" });

export const subscriberDetail = z
  .object({
    ...subscriberView.shape,
    suppressed: z.boolean().meta({ description: "The number said STOP, or was blocked: it gets nothing." }),
    history: z
      .array(
        z.object({
          group_id: z.int().nullable(),
          kind: z.enum(["requested", "confirmed", "subscribed", "left"]),
          at: z.iso.datetime(),
          source: z.string(),
          actor: z.string().nullable(),
          ip: z.string().nullable(),
          wording: z.string().nullable(),
        }),
      )
      .meta({ description: `Who agreed to what, when and how; the latest ${limits.consentsShown}, newest first.` }),
  })
  .meta({ id: "SubscriberDetail" });

export const subscribersData = z.object({
  items: z.array(subscriberView),
  pagination: pagination.extend({
    total: z.int().meta({ description: `Exact to ${limits.pageWindow}.` }),
    total_capped: z.boolean(),
  }),
});

export const deletedSubscriber = z.object({ deleted: z.literal(true), id: z.int() });
