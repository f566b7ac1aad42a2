import { z } from "zod";

import { categories } from "#domain/messages/message";
import { unmovedScheduleReasons } from "#domain/schedules/foreign-schedule";

import { list, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { timeZone } from "./newsletter.ts";
import { movedCountry, movedReference, movedSource, movedText } from "./outbox-import.ts";

const schedule = z.object({
  reference: movedReference,
  message: movedText,
  sender: movedText.nullable().optional(),
  numbers: z
    .array(movedText)
    .max(limits.movedNumbers)
    .meta({ example: ["+15005550006"] }),
  media_urls: list(movedText, limits.media).optional(),
  start: movedText.meta({
    description: "The first run: local time of `time_zone`, or with an offset.",
    example: "2027-05-01 12:00:00",
  }),
  repeat: z
    .object({
      value: movedText.meta({ example: "1" }),
      unit: movedText.meta({ description: "minute, hour, day, week, month or year.", example: "week" }),
      end: movedText.nullable().optional().meta({ description: "The last instant at which it may run." }),
    })
    .nullable()
    .optional(),
  done: toggle().optional().meta({ description: "That system has sent it. Default: false." }),
});

export const schedulesImportRequest = z.object({
  source: movedSource,
  schedules: z.array(schedule).min(1).max(limits.movedSchedules),
  time_zone: timeZone
    .optional()
    .meta({ description: "Of the runs, and of dates without an offset. Default: the site's." }),
  country: movedCountry,
  category: z
    .enum(categories)
    .exclude(["otp"])
    .optional()
    .meta({ description: "Of all these messages. It cannot be changed afterwards. Default: transactional." }),
  dry_run: toggle().optional().meta({ description: "Only count what would happen. Default: false." }),
});

export const schedulesImportData = z.object({
  rows: z.int(),
  moved: z.int().meta({ description: "Schedules that are here now, paused." }),
  already: z.int().meta({ description: "Moved before." }),
  past: z.int().meta({ description: "None of their runs is still to come." }),
  unreadable: z
    .array(
      z.object({
        reference: z.string(),
        reason: z.enum(unmovedScheduleReasons).meta({
          description:
            "date, repeat, text, sender: cannot be read or used; recipients: none of its numbers is one; license: scheduling or recurrence is not licensed; gateway: there is none, or it cannot send this; media: a file cannot be sent; consent: it is marketing, and some of its people have no consent on record (`consent.require_record`).",
        }),
      }),
    )
    .meta({ description: "Schedules that were left out. They are moved by a later call once the reason is gone." }),
  recipients: z.object({ moved: z.int(), duplicates: z.int(), unreadable: z.int() }),
  dry_run: z.boolean(),
});
