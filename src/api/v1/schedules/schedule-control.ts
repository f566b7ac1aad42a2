import {
  scheduleData,
  scheduleRequest,
  scheduleRunData,
  scheduleRunsData,
  scheduleRunsQuery,
  scheduleSkipRequest,
} from "#contract/schedule";
import type { Caller } from "#domain/access/capability";
import {
  noSchedule,
  pauseSchedule,
  resumeSchedule,
  runNow,
  scheduleIs,
  skipNext,
  type Controlled,
} from "#domain/schedules/control";
import { upcoming } from "#domain/schedules/next-run";
import { counted } from "#lib/counted";
import { withPrefix, type Uuid } from "#lib/ids";
import { isoTime } from "#lib/iso-time";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { readScheduleId, runView } from "./schedule-views.ts";
import { common, replyWith, type ScheduleEndpointDeps, type ScheduleRouteDeps } from "./schedules.ts";

const UPCOMING = 5;

/** The commands of a schedule, and its past runs. */
export function scheduleControlEndpoints({ schedules }: ScheduleEndpointDeps): readonly Endpoint[] {
  return [
    command(schedules, {
      operationId: "pauseSchedule",
      action: "pause",
      summary: "Pause a schedule",
      description: "Nothing runs until it is resumed. Needs no license.",
      done: "Schedule paused.",
      work: (id, { principal }) => pauseSchedule(schedules, id, principal),
    }),
    command(schedules, {
      operationId: "resumeSchedule",
      action: "resume",
      summary: "Resume a schedule",
      description:
        "A recurring schedule continues with its next run. A one-time schedule whose time has passed is due immediately, and `if_late` decides. Needs a license.",
      done: "Schedule resumed.",
      work: (id, { principal }) => resumeSchedule(schedules, id, principal),
      licensed: true,
    }),
    skip(schedules),
    run(schedules),
    runs(schedules),
  ];
}

type Command = {
  readonly operationId: string;
  readonly action: "pause" | "resume";
  readonly summary: string;
  readonly description: string;
  readonly done: string;
  readonly licensed?: boolean;
  readonly work: (id: Uuid, caller: Caller) => Promise<Controlled>;
};

function command(
  ports: ScheduleRouteDeps,
  { operationId, action, summary, description, done, licensed, work }: Command,
): Endpoint {
  return endpoint({
    ...common,
    operationId,
    method: "POST",
    path: `/schedules/{id}/${action}`,
    summary,
    description,
    input: scheduleRequest,
    data: scheduleData,
    errors: ["not_found", "not_in_this_state", ...(licensed ? (["addon_required"] as const) : [])],
    async handle({ id }, { caller }) {
      const { schedule, warnings, already } = await work(readScheduleId(id), caller);
      const sentence = already ? `The schedule ${scheduleIs[schedule.state].replace("is", "is already")}.` : done;
      return replyWith(ports, caller, sentence, { schedule, warnings });
    },
  });
}

function skip(ports: ScheduleRouteDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "skipNextRun",
    method: "POST",
    path: "/schedules/{id}/skip",
    summary: "Skip the next run",
    description: "A one-time schedule then ends. Needs no license.",
    input: scheduleSkipRequest,
    data: scheduleData,
    errors: ["not_found", "not_in_this_state", "conflict"],
    async handle({ id, next_run: expected }, { caller }) {
      const { schedule, warnings } = await skipNext(
        ports,
        readScheduleId(id),
        expected === undefined ? null : Date.parse(expected),
      );
      return replyWith(ports, caller, "The next run is skipped.", { schedule, warnings });
    },
  });
}

function run(ports: ScheduleRouteDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "runScheduleNow",
    method: "POST",
    path: "/schedules/{id}/run",
    summary: "Run a schedule now",
    description:
      "Sends its message once, in addition to its regular runs. A one-time schedule then ends. Needs a license.",
    input: scheduleRequest,
    data: scheduleRunData,
    errors: ["not_found", "not_in_this_state", "addon_required"],
    async handle({ id }, { caller }) {
      const { schedule, warnings, run: made } = await runNow(ports, readScheduleId(id));
      const sentence =
        made.outcome === "sent" ? "The schedule ran: its message is on its way." : `The run failed: ${made.reason}.`;
      const reply = await replyWith(ports, caller, sentence, { schedule, warnings });
      return { ...reply, data: { ...(reply.data as object), message_id: withPrefix("msg", made.messageId!) } };
    },
  });
}

function runs(ports: ScheduleRouteDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "listScheduleRuns",
    method: "GET",
    path: "/schedules/{id}/runs",
    summary: "List the runs of a schedule",
    description: "The next five runs, and the results of past runs, latest first. Needs no license.",
    input: scheduleRunsQuery,
    data: scheduleRunsData,
    errors: ["not_found"],
    read: (fields, _context, issues) => ({
      id: fields.id,
      before: readCursor(fields.cursor, placeOf, issues),
      limit: fields.per_page ?? PER_PAGE,
    }),
    async handle({ id, before, limit }) {
      const schedule = await ports.schedules.find(readScheduleId(id));
      if (!schedule) throw noSchedule();
      const found = await ports.schedules.runs(schedule.id, { before, limit: limit + 1 });
      const { items, pagination } = pageOf(found, limit, ({ runAt }) => isoTime(runAt));
      return {
        message: `${counted(items.length, "run")}.`,
        data: {
          upcoming: upcoming(schedule, ports.clock.now(), UPCOMING).map((run) => isoTime(run)),
          items: items.map(runView),
          pagination,
        },
      };
    },
  });
}

/** The time in a cursor. Date.parse also reads years that PostgreSQL does not. */
function placeOf(cursor: string): number | null {
  const at = /^[1-9]\d{3}-/.test(cursor) ? Date.parse(cursor) : NaN;
  return Number.isNaN(at) ? null : at;
}
