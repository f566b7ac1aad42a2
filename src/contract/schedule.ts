import { z } from "zod";

import { consentGrounds } from "#domain/consent/require-consent";
import { HIDDEN_TEXT } from "#domain/messages/message";
import { pauseReasons } from "#domain/schedules/owners";
import { repeatUnits } from "#domain/schedules/repeat";
import { lateChoices, runOutcomes, scheduleStates } from "#domain/schedules/schedule";

import { addressees } from "./addressees.ts";
import { messageText, senderId } from "./content.ts";
import { integer, integerOrNone, notNull, pagination, paging, text, toggle } from "./fields.ts";
import { limits } from "./limits.ts";
import { repeatFields, sendRequest } from "./send.ts";
import { messageCategory } from "./value-lists.ts";

const { shape: sending } = sendRequest;
const at = z.iso.datetime().nullable();
const id = z.string().max(60).meta({ description: "The `schedule_id` that sending returned, sch_…" });

export const scheduleRequest = z.object({ id });

export const scheduleSkipRequest = z.object({
  id,
  next_run: z.iso.datetime({ offset: true }).optional().meta({
    description:
      "Skip only this run, as `next_run` of the schedule showed it: a call that is repeated, or made by two people, then skips one. Default: whichever is next.",
  }),
});

export const schedulesQuery = z.object({
  state: z.enum(scheduleStates).optional(),
  per_page: paging.per_page,
  cursor: z.string().max(60).optional().meta({ description: "`pagination.next_cursor` of the previous page." }),
});

export const scheduleRunsQuery = z.object({
  id,
  per_page: paging.per_page,
  cursor: z.string().max(60).optional().meta({ description: "`pagination.next_cursor` of the previous page." }),
});

export const scheduleChangeRequest = z.object({
  id,
  version: integer(1).optional().meta({
    description:
      "The `version` that was read. If it has changed since, the response is 409 `conflict` and nothing is changed.",
  }),
  message: messageText
    .optional()
    .meta({ description: `The new text; ${HIDDEN_TEXT}, as it is shown, changes nothing.` }),
  personalize: notNull(
    toggle().optional().meta({
      description:
        "false: the text is sent unchanged. Default for a new text: as for a new message; for a stored text, what was chosen for it.",
    }),
  ),
  sender: z
    .union([z.literal("").transform(() => null), senderId, z.null()])
    .optional()
    .meta({ description: "The new sender id; null or empty: that of the gateway." }),
  gateway: text(100).optional().meta({ description: "Name of the new gateway." }),
  valid_for: sending.valid_for.meta({ description: "Seconds for which each run is worth sending." }),
  rate_per_minute: integerOrNone(limits.ratePerMinute).optional().meta({
    description: "Maximum messages per minute; null (in a form: `none`) removes the limit.",
  }),
  schedule: notNull(
    z.string().max(40).optional().meta({
      description: "The new first run: local time in the schedule's own zone, or with an offset.",
      example: "2027-06-01T12:00:00",
    }),
  ),
  repeat: z
    .union([
      z.preprocess(
        (value) => (value === null || value === "false" || value === "none" ? false : value),
        z.literal(false),
      ),
      repeatFields,
    ])
    .optional()
    .meta({ description: "The new recurrence; false or null: only once." }),
  if_late: sending.if_late.meta({ description: "What to do with a run that is late by more than `late_after`." }),
  late_after: sending.late_after.meta({ description: "Seconds after which a run counts as late; at least a minute." }),
  audience: sending.audience.meta({
    description: "frozen keeps the current recipients, replacing those frozen earlier; live looks them up at each run.",
  }),
  consent_basis: sending.consent_basis.meta({
    description:
      "Another basis than a recorded consent on which people get marketing, such as a contract: from now on it holds for all runs. It is logged with who stated it. Needs `svc_setting`; ignored for other categories.",
  }),
});

export const scheduleData = z
  .object({
    schedule_id: z.string(),
    state: z.enum(scheduleStates),
    reason: z
      .string()
      .nullable()
      .meta({ description: "What it is waiting for, why the service paused it, or why the last attempt was aborted." }),
    pause_reason: z.enum(pauseReasons).nullable().meta({
      description:
        "Why the service paused it, `reason` in words: its owner no longer exists, or may no longer send. Whoever resumes it becomes its owner. null: a user paused it, or it is not paused.",
    }),
    message: z.string().meta({
      description: `The text; ${HIDDEN_TEXT} if the category is otp, or if someone else created it and the caller lacks svc_outbox.`,
    }),
    media: z
      .array(z.string())
      .meta({ description: "Addresses of its files; empty if the caller may not read its text." }),
    sender: z.string().nullable(),
    category: messageCategory,
    gateway: z.string().meta({ description: "`default`, or the name of a gateway." }),
    consent: z.enum(consentGrounds).nullable().meta({
      description:
        "Of marketing: record: all direct numbers and users had agreed when it was created; basis: `consent_basis` was stated. null: neither, or another category. Runs leave out direct numbers and users without a consent, unless a basis was stated.",
    }),
    recipients: addressees,
    audience: sending.audience.unwrap(),
    schedule: z.iso.datetime().meta({ description: "The first run." }),
    time_zone: z.string(),
    repeat: z
      .object({
        interval: z.object({ value: z.int(), unit: z.enum(repeatUnits) }),
        end_at: at.meta({ description: "The last instant at which it may run; null: no end." }),
      })
      .nullable(),
    next_run: at.meta({ description: "null while it is paused and after it has ended." }),
    if_late: z.enum(lateChoices),
    late_after: z.int().meta({ description: "Seconds after which a run counts as late." }),
    valid_for: z
      .int()
      .nullable()
      .meta({ description: "Seconds for which each run is worth sending; null: the default of its category." }),
    rate_per_minute: z.int().nullable(),
    runs: z.int().meta({ description: "Number of messages it has created." }),
    last_run: at,
    version: z.int(),
    created_by: z.string(),
    owner: z.string().meta({
      description:
        "The user responsible for its runs: the one who created it, or who changed or resumed it last. If that user no longer exists or may no longer send, it is paused at its next run.",
    }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "Schedule" });

export const schedulesData = z.object({ items: z.array(scheduleData), pagination });

export const scheduleRunData = scheduleData.and(
  z.object({ message_id: z.string().meta({ description: "The message that this run created." }) }),
);

export const scheduleRunsData = z.object({
  upcoming: z
    .array(z.iso.datetime())
    .meta({ description: "The next five runs; while paused, as if it were resumed now." }),
  items: z.array(
    z.object({
      run_at: z.iso.datetime().meta({ description: "When it was due." }),
      ran_at: z.iso.datetime().meta({ description: "When it ran or was skipped." }),
      outcome: z.enum(runOutcomes).meta({ description: "sent: a message was created." }),
      reason: z.string().nullable().meta({
        description:
          "late, by_request, restored; no_recipients, consent_required, no_gateway, gateway_cannot, missing_values, too_long.",
      }),
      missed: z.int().meta({
        description: "Earlier runs that were missed while the service was not running; they are not made up for.",
      }),
      message_id: z.string().nullable(),
      state: z.string().nullable().meta({ description: "State of its message." }),
    }),
  ),
  pagination,
});
