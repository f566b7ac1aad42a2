import { z } from "zod";

import { unmovedReasons } from "#domain/outbox/moved-entry";

import { integer, list, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { timeZone } from "./newsletter.ts";

/** As long as a column of MySQL; what can be stored of it is a rule, and not a reason to refuse the others. */
export const movedText = z.string().max(70_000);

export const movedSource = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, "must consist of lower-case letters, digits and hyphens")
  .meta({ description: "The system that the rows come from. Shown with the entries.", example: "wp-sms" });

export const movedReference = z
  .union([integer(0).transform(String), text(100)])
  .meta({ description: "What that system calls the row: repeated in `unreadable`.", example: "17" });

export const movedCountry = z.string().max(2).optional().meta({
  description: "Of numbers without a plus. Default: TIDINGS_COUNTRY.",
  example: "DE",
});

const entry = z.object({
  reference: movedReference,
  date: movedText.meta({
    description: "When it was sent: local time of `time_zone`, or with an offset.",
    example: "2024-05-01 12:00:00",
  }),
  sender: movedText.nullable().optional(),
  message: movedText,
  numbers: z
    .array(movedText)
    .max(limits.movedNumbers)
    .meta({ example: ["+15005550006"] }),
  failed: toggle().optional().meta({ description: "That system reported a failure. Default: false." }),
  media_urls: list(movedText, limits.media).optional(),
});

export const outboxImportRequest = z.object({
  source: movedSource,
  entries: z
    .array(entry)
    .min(1)
    .max(limits.movedEntries)
    .meta({ description: "Rows of a log, one for each message that was sent." }),
  time_zone: timeZone.optional().meta({ description: "Of dates without an offset. Default: the site's." }),
  country: movedCountry,
  dry_run: toggle().optional().meta({ description: "Only count what would happen. Default: false." }),
});

export const outboxImportData = z.object({
  rows: z.int(),
  moved: z.int().meta({ description: "Rows that are entries of the log now." }),
  already: z.int().meta({ description: "Rows that were moved before, even if their entries have been deleted since." }),
  unreadable: z
    .array(
      z.object({
        reference: z.string(),
        reason: z.enum(unmovedReasons).meta({
          description:
            "date, text: cannot be read or stored; in_the_future; too_old: the log is not kept that long here; recipients: none of its numbers is one.",
        }),
      }),
    )
    .meta({ description: "Rows that were left out." }),
  recipients: z
    .object({ moved: z.int(), duplicates: z.int(), unreadable: z.int() })
    .meta({ description: "Of the moved rows: entries of the log, numbers named twice, and what is no number." }),
  dry_run: z.boolean(),
});
