import { z } from "zod";

import { consentKinds } from "#domain/consent/consent-record";
import { marketingHolds } from "#domain/newsletter/next-marketing";
import { stateFilters, subscriberOrders } from "#domain/newsletter/subscriber-repository";
import { personStates } from "#domain/newsletter/with-memberships";

import { filter } from "./filter.ts";
import { integer, list, listPage, pagination, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { customFields, locale, subscriberData, subscribeRequest, timeZone } from "./newsletter.ts";

const id = integer(1).meta({ description: "Id of the subscriber." });

const listFilters = {
  search: text(limits.name)
    .optional()
    .meta({ description: "Part of the name or the number; with its country, `+49…`, the beginning of the number." }),
  group_id: integer(1)
    .optional()
    .meta({ description: "Only members of this group; `state` is then their state in it." }),
  state: z.enum(stateFilters).optional().meta({
    description:
      "active: in a group; bounced: in a group, but the number cannot be reached; pending: in no group and waiting for a code; left: neither, the person unsubscribed from all. present (default): all who have not left; inactive: all who are not active.",
  }),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "must be two letters")
    .optional()
    .meta({ description: "Only numbers that begin with this country's code.", example: "DE" }),
  filter: filter.optional(),
};

export const subscribersExport = z.object(listFilters);

export const subscribersQuery = z.object({
  ...listFilters,
  ...listPage,
  orderby: z
    .enum(subscriberOrders)
    .optional()
    .meta({
      description: `Default: id. In any other order, a list ends at ${limits.pageWindow.toLocaleString("en")} people, and anyone who joins or leaves meanwhile may shift others across a page boundary.`,
    }),
  order: z.enum(["asc", "desc"]).optional().meta({ description: "Default: desc." }),
});

export const newSubscriber = subscribeRequest;
export const subscriberPath = z.object({ id });

export const subscriberChanges = z.object({
  id,
  name: text(limits.name).optional(),
  custom_fields: customFields
    .optional()
    .meta({ description: "Replaces all of them: those not named are removed, except archived fields." }),
  locale: locale.nullable().optional().meta({
    description: "The person's language, as a BCP 47 tag; null: unknown.",
  }),
  time_zone: timeZone.nullable().optional().meta({
    description: "The person's time zone, by its IANA name; null: that of the number counts.",
  }),
  group_ids: list(integer(1), limits.ids).optional().meta({
    description:
      "Exactly these groups: the subscriber leaves all others, and stays pending where a code is awaited. Empty: leaves all groups.",
  }),
  add_group_ids: list(integer(1), limits.ids)
    .optional()
    .meta({ description: "Groups to join in addition; no group is left. Cannot be combined with `group_ids`." }),
  double_opt_in: toggle().optional().meta({
    description:
      "Whether the person must confirm with a code before joining. Default: as set for the group or the site.",
  }),
});

export const subscriberView = subscriberData
  .and(z.object({ state: z.enum(personStates), warnings: z.array(z.string()).optional() }))
  .meta({ id: "SubscriberState" });

const consent = {
  group_id: z.int().nullable().meta({ description: "null: all marketing." }),
  kind: z.enum(consentKinds).meta({
    description:
      "requested: a code was sent; confirmed: by its code; subscribed, imported: without a code; left: one group; blocked: all marketing; lifted: the end of a block.",
  }),
  at: z.iso.datetime(),
  source: z.string().meta({ description: "Where it originated, such as api, sms, page, import or wordpress." }),
  actor: z.string().nullable().meta({ description: "The caller; null if the person acted alone." }),
  ip: z.string().nullable(),
  wording: z.string().nullable().meta({ description: "What the person saw, or wrote." }),
  wording_version: z.string().nullable(),
  language: z.string().nullable(),
};

export const subscriberConsentsQuery = z.object({ id, ...listPage });

export const subscriberConsentsData = z.object({
  items: z.array(z.object({ id: z.int(), ...consent }).meta({ id: "ConsentRecord" })),
  pagination,
});

export const subscriberDetail = subscriberView
  .and(
    z.object({
      suppressed: z.boolean().meta({ description: "The number replied STOP or was blocked: nothing is sent to it." }),
      bounced_at: z.iso
        .datetime()
        .nullable()
        .meta({ description: "Since when the number counts as unreachable; null: it does not." }),
      next_marketing: z
        .object({
          at: z.iso.datetime().meta({ description: "A time that is not in the future means at once." }),
          held_for: z
            .enum(marketingHolds)
            .nullable()
            .meta({ description: "What the person waits for until then; null: nothing." }),
          left: z
            .int()
            .nullable()
            .meta({ description: "Messages that the frequency cap leaves at present; null: there is no cap." }),
          time_zones: z.array(z.string()).meta({
            description: "The time zones that quiet hours follow: the person's own, or all in which the number may be.",
          }),
        })
        .meta({ description: "When marketing may next leave for this person, opt-outs, groups and credit aside." }),
      history: z.array(z.object(consent)).meta({
        description: `Consents given and withdrawn, with time and source; the latest ${limits.consentsShown}, newest first.`,
      }),
    }),
  )
  .meta({ id: "SubscriberDetail" });

export const subscribersData = z.object({
  items: z.array(subscriberView),
  pagination: pagination.extend({
    total: z.int().meta({ description: `Exact to ${limits.pageWindow}, if they can be counted in 0.2 seconds.` }),
    total_capped: z
      .boolean()
      .meta({ description: "There are more than `total`, or they could not be counted in time." }),
  }),
});
