import type { z } from "zod";

import type { scheduleChangeRequest } from "#contract/schedule";
import type { Caller } from "#domain/access/capability";
import type { Detail } from "#domain/error";
import { inputOf, type ContentInput } from "#domain/messages/content";
import { HIDDEN_TEXT } from "#domain/messages/message";
import { variableNames } from "#domain/messages/personalize";
import type { ScheduleEdit } from "#domain/schedules/change";
import { nextAfter } from "#domain/schedules/next-run";
import type { Plan } from "#domain/schedules/read-plan";
import { readRepeat } from "#domain/schedules/repeat";
import type { RunDeps } from "#domain/schedules/run";
import type { Schedule } from "#domain/schedules/schedule";
import { momentAt, readSchedule, type Moment } from "#domain/schedules/moment";

import { readContent, readFooter, hasContent } from "../content-fields.ts";
import { readBasis, readRoute } from "../messages/send-fields.ts";
import { readScheduleId } from "./schedule-views.ts";

type Fields = Partial<z.output<typeof scheduleChangeRequest>>;

/** Reads a change to an existing schedule: times without an offset are in its own zone. */
export async function readChange(
  ports: RunDeps,
  { message, ...others }: Fields,
  { caller, publicUrl }: { readonly caller: Caller; readonly publicUrl: string | null },
  issues: Detail[],
): Promise<ScheduleEdit | null> {
  const basis = readBasis(others, caller);
  // A client that reads a schedule and writes it back sends the placeholder that was shown instead of a text: it must
  // never be sent to anyone.
  const fields: Fields = message === undefined || message === HIDDEN_TEXT ? others : { ...others, message };
  const schedule = await ports.schedules.find(readScheduleId(fields.id));
  if (!schedule) return null;
  // A new text takes the place of all languages.
  const stored = { ...schedule.message.content, ...(fields.message !== undefined && { variants: null }) };
  const content = hasContent(fields) ? await readWords(ports, schedule, fields, { stored, publicUrl }, issues) : null;
  const route = fields.gateway === undefined ? null : readRoute(ports.routes, fields.gateway, issues);
  const plan = readTimes(fields, schedule, ports.clock.now(), issues);
  return {
    id: schedule.id,
    version: fields.version ?? schedule.version,
    by: caller.principal,
    message: {
      ...(content && { content }),
      ...(fields.valid_for !== undefined && { validFor: fields.valid_for }),
      ...(fields.rate_per_minute !== undefined && { ratePerMinute: fields.rate_per_minute }),
    },
    ...(route && { route }),
    ...(plan && { plan, isMoved: fields.schedule !== undefined }),
    ...(fields.if_late && { ifLate: fields.if_late }),
    ...(fields.late_after !== undefined && { lateAfter: fields.late_after }),
    ...(fields.audience && { frozen: fields.audience === "frozen" }),
    ...(basis !== null && { basis }),
  };
}

/** The content without the footer, which every run adds: with that of today, it must fit. */
async function readWords(
  { readSettings }: Pick<RunDeps, "readSettings">,
  { message: { variables = {}, category } }: Schedule,
  fields: Fields,
  { stored, publicUrl }: { readonly stored: ContentInput; readonly publicUrl: string | null },
  issues: Detail[],
): Promise<ContentInput> {
  const content = readContent(fields, stored, issues, { publicUrl, variables: variableNames(variables) });
  await readFooter(readSettings, content, category, issues);
  return inputOf(content);
}

/** null: its times do not change, or the new ones are invalid. */
function readTimes(fields: Fields, schedule: Schedule, now: number, issues: Detail[]): Plan | null {
  if (fields.schedule === undefined && fields.repeat === undefined) return null;
  const { zone } = schedule;
  let start: Moment = schedule.start;
  if (fields.schedule !== undefined) {
    const moment = readSchedule(fields.schedule, zone, now);
    if (!moment.ok) {
      issues.push({ field: "schedule", ...moment.error, value: fields.schedule });
      return null;
    }
    start = moment.value;
  } else if (fields.repeat === false && schedule.nextRun !== null) {
    start = momentAt(schedule.nextRun, zone);
  }
  if (fields.repeat === false || (fields.repeat === undefined && schedule.repeat === null)) {
    return { start, zone, repeat: null };
  }
  if (fields.repeat === undefined) return moved(schedule, start, issues);
  const rule = readRepeat(fields.repeat, start, zone);
  if (!rule.ok) {
    issues.push(...rule.error);
    return null;
  }
  if (nextAfter(rule.value, now) === null) {
    issues.push({ field: "repeat.endDate", code: "in_the_past", message: "leaves no run in the future" });
    return null;
  }
  return { start, zone, repeat: rule.value };
}

/** The same recurrence with another first run. */
function moved({ repeat, zone }: Schedule, start: Moment, issues: Detail[]): Plan | null {
  if (repeat!.until !== null && start.at > repeat!.until) {
    issues.push({ field: "schedule", code: "end_before_start", message: "is after the end of the repeat" });
    return null;
  }
  return { start, zone, repeat: { ...repeat!, start } };
}
