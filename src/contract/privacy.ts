import { z } from "zod";

import { heldKinds } from "#domain/privacy/privacy-store";

import { integer, pagination, paging, phoneText, toggle } from "./fields.ts";
import { limits } from "./limits.ts";

const person = {
  mobile: phoneText()
    .optional()
    .meta({ description: "The number, in any notation. This or `subscriber_id`.", example: "+4915112345678" }),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "is not the code of a country, such as AT")
    .optional()
    .meta({
      description: "Country that a number without a plus belongs to. Absent: the site's.",
      example: "AT",
    }),
  subscriber_id: integer(1).optional().meta({ description: "Id of a subscriber, in place of the number." }),
};

export const privacySearchRequest = z.object(person);

export const privacyExportRequest = z.object({
  ...person,
  per_page: paging.per_page,
  cursor: z.string().max(200).optional().meta({ description: "`next_cursor` of the page before." }),
});

export const privacyDeleteRequest = z.object({
  ...person,
  confirm: toggle().optional().meta({ description: "Must be true: nothing brings back what is erased." }),
});

export const erasureRequest = z.object({
  id: z.string().max(60).meta({ description: "The `erasure_id` that the deletion answered, era_…" }),
});

const counts = (what: string) =>
  z
    .object(
      Object.fromEntries(heldKinds.map((kind) => [kind, z.int()])) as Record<(typeof heldKinds)[number], z.ZodInt>,
    )
    .meta({
      description: what,
    });

export const privacySearchData = z.object({
  mobile: z.string(),
  found: z.boolean(),
  total: z.int(),
  held: counts(
    `How many of each kind are held: the subscriber, consents and their history, the customer, users with this number, the suppression, order notices and schedules that name it, texts from it (inbound) and to it (outbox). Of each at most ${limits.heldCounted} are counted.`,
  ),
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
});

export const erasureData = z
  .object({
    erasure_id: z.string(),
    state: z.enum(["running", "done"]),
    erased: counts("How many of each kind so far."),
    waiting: z.int().meta({
      description:
        "Texts that are on their way, belong to a message whose audience is still read, or may still be reported on (72 hours). They are erased when that is over.",
    }),
    suppressed: z.boolean().meta({
      description:
        "The number stays on the list of those that get nothing any more. It is kept for that alone: without it the next campaign would reach the person again.",
    }),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Erasure" });

/** A look at an erasure does not know the number any more. */
export const erasureProgress = erasureData.omit({ suppressed: true }).meta({ id: "ErasureProgress" });
