import { z } from "zod";

import { text } from "./fields.ts";

export const creditQuery = z.object({
  gateway: text(100)
    .optional()
    .meta({ description: "Name of the gateway. Absent: the first that can tell its credit." }),
});

export const creditData = z.object({
  credit: z.string().nullable().meta({ description: "Decimal, as the provider writes it.", example: "99.50" }),
  unit: z.string().nullable().meta({ description: 'A currency, or "messages".', example: "EUR" }),
  currency: z.string().nullable(),
  gateway: z.string(),
  checked_at: z.iso.datetime().nullable(),
  stale: z.boolean().meta({ description: "true only beside the error gateway_unreachable." }),
});

/** Beside `data`, for clients of the reference: a number or null, never prose. */
export const creditTop = z.object({ credit: z.number().nullable(), creditSupported: z.boolean() });
