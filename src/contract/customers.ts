import { z } from "zod";

import { integer, pagination, paging, phoneText, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { idCursor } from "./users.ts";

export const customersQuery = z.object({
  search: text(limits.name).optional().meta({ description: "Part of the name or number." }),
  cursor: idCursor,
  per_page: paging.per_page,
});

export const customerRequest = z.object({
  name: text(limits.name),
  phone: phoneText().meta({ description: "E.164, or a national number of `country`." }),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "is not an ISO 3166 country code")
    .transform((code) => code.toUpperCase())
    .optional()
    .meta({ description: "ISO 3166 code of the country of a national number.", example: "DE" }),
});

export const customerPath = z.object({ id: integer(1) });

export const customerData = z
  .object({
    id: z.int(),
    name: z.string(),
    phone: z.string(),
    country: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Customer" });

export const customersData = z.object({ items: z.array(customerData), pagination });
