import type { Caller } from "#domain/access/capability";
import { unavailableReason, type Installed } from "#domain/license/require";
import { addresseesOf, type Addressees, type AddresseeNames } from "#domain/messages/addressees";
import { noSchedule } from "#domain/schedules/control";
import { featureOf } from "#domain/schedules/run";
import type { PauseReason } from "#domain/schedules/owners";
import type { Schedule, ScheduleRun } from "#domain/schedules/schedule";
import { withoutPrefix, withPrefix, type Uuid } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { shownAddressees } from "../addressees.ts";
import { mayReadOf, readableText } from "../readable-text.ts";

/** The id in a path. A malformed id is treated as not found. */
export function readScheduleId(text: string | undefined): Uuid {
  const id = withoutPrefix("sch", text ?? "");
  if (!id) throw noSchedule();
  return id;
}

export type ScheduleContext = {
  readonly installed: Installed;
  readonly now: number;
  /** null: the caller may not read them. */
  readonly names: AddresseeNames | null;
};

export function addresseesIn({ message }: Schedule): Addressees {
  return addresseesOf(message.audience, { numbers: message.phones.length })!;
}

export function scheduleView(
  schedule: Schedule,
  caller: Caller,
  { installed, now, names }: ScheduleContext,
): Record<string, unknown> {
  const { message, repeat, createdBy } = schedule;
  const { category } = message;
  const running = schedule.state === "active" || schedule.state === "waiting_license";
  return {
    schedule_id: withPrefix("sch", schedule.id),
    state: schedule.state,
    reason: reasonOf(schedule, installed, now),
    pause_reason: schedule.pauseReason,
    message: readableText(caller, { createdBy, category, text: message.content.text }),
    media: mayReadOf(caller, createdBy) ? [...message.content.media] : [],
    sender: message.content.sender,
    category,
    gateway: message.route,
    consent: message.consent ?? null,
    recipients: shownAddressees(addresseesIn(schedule), names),
    audience: schedule.frozenSet === null ? "live" : "frozen",
    schedule: isoTime(schedule.start.at),
    time_zone: schedule.zone,
    repeat: repeat && { interval: { value: repeat.every, unit: repeat.unit }, end_at: isoTime(repeat.until) },
    next_run: running ? isoTime(schedule.nextRun) : null,
    if_late: schedule.ifLate,
    late_after: schedule.lateAfter,
    valid_for: message.validFor,
    rate_per_minute: message.ratePerMinute,
    runs: schedule.runs,
    last_run: isoTime(schedule.lastRun),
    version: schedule.version,
    created_by: createdBy,
    owner: schedule.owner,
    created_at: isoTime(schedule.createdAt),
    updated_at: isoTime(schedule.updatedAt),
  };
}

const PAUSED: Readonly<Record<PauseReason, string>> = {
  owner_gone: "The user who answers for it no longer exists.",
  owner_may_not_send: "The user who answers for it may no longer send messages.",
};

function reasonOf(schedule: Schedule, installed: Installed, now: number): string | null {
  if (schedule.state === "waiting_license") return unavailableReason(installed, featureOf(schedule), now);
  if (schedule.pauseReason !== null) return PAUSED[schedule.pauseReason];
  return schedule.lastError === null ? null : `The last attempt to run it was aborted (${schedule.lastError}).`;
}

export function runView(run: ScheduleRun): Record<string, unknown> {
  return {
    run_at: isoTime(run.runAt),
    ran_at: isoTime(run.at),
    outcome: run.outcome,
    reason: run.reason,
    missed: run.missed,
    message_id: run.messageId === null ? null : withPrefix("msg", run.messageId),
    state: run.messageState,
  };
}
