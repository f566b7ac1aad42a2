import { z } from "zod";

import { numberTypes } from "#domain/recipients/phone";

import { detailSchema } from "./envelope.ts";
import { text } from "./fields.ts";

export const numberQuery = z.object({
  number: text(100).meta({
    description: "As a person typed it, in any format; a plus sign is %2B in a path.",
    example: "+15005550000",
  }),
});

export const numberData = z
  .object({
    number: z.string().nullable().meta({ description: "In E.164, as messages are sent to it; null: see `issue`." }),
    country: z.string().nullable().meta({ description: "ISO 3166; null: unknown, or it belongs to no country." }),
    type: z.enum(numberTypes).nullable().meta({ description: "By its numbering plan; null: that does not say." }),
    in_numbering_plan: z.boolean().meta({
      description: "false with a number: it has a valid length and is accepted, but may not exist.",
    }),
    issue: detailSchema.nullable().meta({ description: "Why it is not a phone number." }),
  })
  .meta({ id: "ReadNumber" });
