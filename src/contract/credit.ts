import { z } from "zod";

import { text } from "./fields.ts";

export const creditQuery = z.object({
  gateway: text(100)
    .optional()
    .meta({ description: "Name of the gateway. Default: the first one that reports its credit." }),
});

export const creditData = z.object({
  credit: z.string().nullable().meta({ description: "Decimal, as written by the provider.", example: "99.50" }),
  unit: z.string().nullable().meta({ description: 'A currency, or "messages".', example: "EUR" }),
  currency: z.string().nullable(),
  gateway: z.string(),
  checked_at: z.iso.datetime().nullable(),
  stale: z.boolean().meta({ description: "true only together with the error gateway_unreachable." }),
});

/** Next to `data`, for WP SMS clients: a number or null, never prose. */
export const creditTop = z.object({ credit: z.number().nullable(), creditSupported: z.boolean() });
