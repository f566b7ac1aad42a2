import { z } from "zod";

import { heldKinds } from "#domain/privacy/privacy-store";

import { integer, pagination, paging, phoneText, toggle } from "./fields.ts";
import { limits } from "./limits.ts";

const person = {
  mobile: phoneText().optional().meta({
    description: "The number, in any format. Required unless `subscriber_id` is given.",
    example: "+4915112345678",
  }),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "is not a country code, such as AT")
    .optional()
    .meta({
      description: "Country of a number without a plus sign. Default: the site's country.",
      example: "AT",
    }),
  subscriber_id: integer(1).optional().meta({ description: "Id of a subscriber, instead of the number." }),
};

export const privacySearchRequest = z.object(person);

export const privacyExportRequest = z.object({
  ...person,
  per_page: paging.per_page,
  cursor: z.string().max(200).optional().meta({ description: "`next_cursor` of the previous page." }),
});

export const privacyDeleteRequest = z.object({
  ...person,
  confirm: toggle().optional().meta({ description: "Must be true: an erasure cannot be undone." }),
});

export const erasureRequest = z.object({
  id: z.string().max(60).meta({ description: "The `erasure_id` that the deletion returned, era_…" }),
});

const counts = z
  .object(Object.fromEntries(heldKinds.map((kind) => [kind, z.int()])) as Record<(typeof heldKinds)[number], z.ZodInt>)
  .meta({ id: "RecordCounts" });

const other = {
  other_mobile: z.string().optional().meta({
    description:
      "The other number of the person's phone, if something is held under it: a mobile phone in Argentina has two. Repeat the call for it.",
  }),
  warnings: z
    .array(z.string())
    .optional()
    .meta({ description: "Among others, that more is held under the other number of the person's phone." }),
};

export const privacySearchData = z.object({
  mobile: z.string(),
  found: z.boolean(),
  total: z.int(),
  held: counts.meta({
    description: `Number of records of each kind: the subscriber, consents and their history, what was entered in a form and is not carried out yet, the customer, users with this number, the suppression, order notices and schedules that name it, that alerts go to it and which ones went, messages from it (inbound) and to it (outbox). At most ${limits.heldCounted} of each are counted.`,
  }),
  ...other,
});

export const privacyExportData = z.object({
  mobile: z.string(),
  items: z.array(
    z
      .object({
        kind: z.enum(heldKinds),
        data: z.record(z.string(), z.unknown()).meta({ description: "Its fields, by name. Times in UTC." }),
      })
      .meta({ id: "HeldItem" }),
  ),
  pagination,
  next_cursor: z.string().nullable().meta({ description: "The same as `pagination.next_cursor`." }),
  ...other,
});

/** As it is read later: the number is unknown by then. */
export const erasureProgress = z
  .object({
    erasure_id: z.string(),
    state: z.enum(["running", "done"]),
    erased: counts.meta({ description: "Number of records of each kind erased so far." }),
    waiting: z.int().meta({
      description:
        "Deliveries that are in flight, that belong to a message whose audience is still being read, or for which receipts may still arrive (72 hours). They are erased after that.",
    }),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "ErasureProgress" });

export const erasureData = erasureProgress
  .and(
    z.object({
      suppressed: z.boolean().meta({
        description:
          "The number stays on the suppression list. It is kept for that purpose alone: without it, the next campaign would reach the person again.",
      }),
      ...other,
    }),
  )
  .meta({ id: "Erasure" });
