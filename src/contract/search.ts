import { z } from "zod";

import { MAX_RESULTS } from "#domain/search/search";
import { searchTypes } from "#domain/search/search-store";

export const searchQuery = z.object({
  q: z.string().trim().min(2).max(100).meta({
    description:
      "A number in any format or its beginning, part of a name or of a text, an id (msg_…, sch_…, wh_…) or the number of an outbox entry.",
    example: "Ada",
  }),
});

export const searchData = z.object({
  number: z
    .object({
      phone: z.string(),
      subscriber: z.object({ id: z.int(), name: z.string() }).nullable().optional(),
      suppressed: z.boolean().optional(),
      has_thread: z.boolean().optional(),
      has_entries: z.boolean().optional(),
    })
    .nullable()
    .meta({
      description: "If `q` is a whole number: the number, with what the caller's capabilities allow to say about it.",
    }),
  results: z.array(
    z
      .object({
        type: z.enum(searchTypes),
        items: z.array(
          z.object({
            id: z.string().meta({ description: "As the routes of this type take it." }),
            title: z.string(),
            detail: z.string().nullable(),
          }),
        ),
        more: z.boolean().meta({ description: `There are more than these ${MAX_RESULTS}.` }),
        incomplete: z.boolean().meta({
          description: "Only the newest were searched: there may be older ones. The list of the type finds them.",
        }),
      })
      .meta({ id: "SearchResult" }),
  ),
});
