import type { Caller } from "#domain/access/capability";
import { readBound } from "#domain/outbox/site-time";
import type {
  NumberedSchedule,
  ScheduleFilter,
  ScheduleNumbers,
  ScheduleStatus,
} from "#domain/schedules/schedule-numbers";
import { isoTime } from "#lib/iso-time";

import { mayReadAll, mayReadOf, readableText } from "../v1/readable-text.ts";
import { validDay, readableDate } from "./dates.ts";
import { textOf, type Parameter } from "./parameters.ts";
import { refused, type CompatReply } from "./replies.ts";
import type { CompatCall } from "./route.ts";
import { siteTime, type SiteDeps } from "./site.ts";

export type ScheduleEndpointDeps = SiteDeps & { readonly numbered: ScheduleNumbers };

/** The differences between the two kinds. */
export type Kind = {
  readonly path: "/scheduled" | "/repeating";
  readonly repeating: boolean;
  readonly statuses: readonly ScheduleStatus[];
  /** The commands for an item: the last path segment, and the endpoint. */
  readonly commands: Readonly<Record<string, string>>;
};

export const SCHEDULED: Kind = {
  path: "/scheduled",
  repeating: false,
  statuses: ["pending", "sent", "failed"],
  commands: { send: "POST /schedules/{id}/run" },
};

export const REPEATING: Kind = {
  path: "/repeating",
  repeating: true,
  statuses: ["active", "paused", "completed"],
  commands: { pause: "POST /schedules/{id}/pause", resume: "POST /schedules/{id}/resume" },
};

/** WP SMS's own screens use `ended` for a completed one, its other clients `completed`. */
const ENDED = "ended";

export function statusParameter({ statuses }: Kind): Parameter {
  return { type: "string", oneOf: [...statuses, ENDED, "all"] };
}

/** The filter of a call. */
export function filterOf(
  { timeZone }: ScheduleEndpointDeps,
  { repeating }: Kind,
  { fields, caller }: Pick<CompatCall, "fields" | "caller">,
): ScheduleFilter {
  const zone = timeZone();
  const status = textOf(fields, "status");
  const [from, to] = [validDay(fields.get("date_from")), validDay(fields.get("date_to"))];
  return {
    repeating,
    status: status === "" || status === "all" ? null : status === ENDED ? "completed" : (status as ScheduleStatus),
    search: textOf(fields, "search").replaceAll("\0", "").trim() || null,
    reader: mayReadAll(caller) ? null : caller.principal,
    from: from === undefined ? null : readBound(from, zone, "from"),
    to: to === undefined ? null : readBound(to, zone, "to"),
  };
}

export function statsOf({ repeating, statuses }: Kind, counts: Readonly<Partial<Record<ScheduleStatus, number>>>) {
  const total = Object.values(counts).reduce((all, count) => all + count, 0);
  const byStatus = Object.fromEntries(statuses.map((name) => [name, counts[name] ?? 0]));
  return { total, ...byStatus, ...(repeating && { [ENDED]: counts.completed ?? 0 }) };
}

export type ScheduleItem = ReturnType<typeof itemOf>;

/**
 * Groups, roles and customers are resolved at each run, so they are not counted before.
 *
 * @param caller who reads it: recipients of others' messages are only for those who may read the log
 */
export function itemOf(services: SiteDeps, caller: Caller, { number, status, schedule, frozen }: NumberedSchedule) {
  const { message, repeat, nextRun, lastRun, start, createdBy } = schedule;
  const { category, content } = message;
  const at = (millis: number | null | undefined): string => (millis == null ? "" : siteTime(services, isoTime(millis)));
  const date = at(nextRun ?? lastRun ?? start.at);
  const end = repeat?.until == null ? null : at(repeat.until);
  return {
    id: number,
    date,
    date_formatted: readableDate(date),
    sender: content.sender ?? "",
    recipient: mayReadOf(caller, createdBy) ? message.phones.join(",") : "",
    recipient_count: message.phones.length + frozen,
    message: readableText(caller, { createdBy, category, text: content.text }),
    media: content.media,
    status,
    ...(repeat && {
      interval: repeat.every,
      interval_unit: repeat.unit,
      starts_at: at(start.at),
      ends_at: end,
      // The field from which an edit window reads the end.
      ends_at_date: end,
      next_occurrence: status === "active" && nextRun !== null ? at(nextRun) : null,
      occurrences_sent: schedule.runs,
      max_occurrences: null,
    }),
  };
}

export function noSuchMessage(): CompatReply {
  return refused("This message does not exist.", 404);
}
