import {
  scheduleChangeRequest,
  scheduleData,
  scheduleRequest,
  schedulesData,
  schedulesQuery,
} from "#contract/schedule";
import type { Caller } from "#domain/access/capability";
import { changeSchedule, type ChangeDeps, type ScheduleEdit } from "#domain/schedules/change";
import { cancelSchedule, noSchedule, scheduleIs } from "#domain/schedules/control";
import type { AddresseeNameReader } from "#domain/messages/addressees";
import type { ScheduleDeps } from "#domain/schedules/create";
import type { RunDeps } from "#domain/schedules/run";
import type { Schedule } from "#domain/schedules/schedule";
import { counted } from "#lib/counted";
import { withoutPrefix, withPrefix } from "#lib/ids";

import { endpoint, type Endpoint, type Reply } from "../../endpoint.ts";
import { pageOf, PER_PAGE, readCursor } from "../../response/paged-list.ts";
import { namesFor } from "../addressees.ts";
import { readChange } from "./schedule-fields.ts";
import { addresseesIn, readScheduleId, scheduleView, type ScheduleContext } from "./schedule-views.ts";

export type ScheduleRouteDeps = ScheduleDeps & RunDeps & ChangeDeps & { readonly addresseeNames: AddresseeNameReader };

export type ScheduleEndpointDeps = {
  readonly schedules: ScheduleRouteDeps;
  readonly publicUrl: string | null;
};

export const common = { access: "svc_sendsms", tag: "Schedules" } as const;

/** Scheduled messages, as a resource. */
export function schedulesEndpoints({ schedules, publicUrl }: ScheduleEndpointDeps): readonly Endpoint[] {
  return [list(schedules), read(schedules), change(schedules, publicUrl), remove(schedules)];
}

/** The response to a command: the schedule after it, as the caller may read it. */
export async function replyWith(
  ports: ContextDeps,
  caller: Caller,
  message: string,
  { schedule, warnings = [] }: { readonly schedule: Schedule; readonly warnings?: readonly string[] },
): Promise<Reply> {
  const view = scheduleView(schedule, caller, await contextOf(ports, caller, [schedule]));
  return { message, data: { ...view, ...(warnings.length > 0 && { warnings }) } };
}

type ContextDeps = Pick<ScheduleRouteDeps, "licenses" | "clock" | "addresseeNames">;

async function contextOf(
  { licenses, clock, addresseeNames }: ContextDeps,
  caller: Caller,
  schedules: readonly Schedule[],
): Promise<ScheduleContext> {
  const names = await namesFor(addresseeNames, caller, schedules.map(addresseesIn));
  return { installed: await licenses.current(), now: clock.now(), names };
}

function list(ports: ScheduleRouteDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "listSchedules",
    method: "GET",
    path: "/schedules",
    summary: "List schedules",
    description: "Newest first. Needs no license.",
    input: schedulesQuery,
    data: schedulesData,
    read: (fields, _context, issues) => ({
      state: fields.state ?? null,
      before: readCursor(fields.cursor, (cursor) => withoutPrefix("sch", cursor), issues),
      limit: fields.per_page ?? PER_PAGE,
    }),
    async handle(page, { caller }) {
      const found = await ports.schedules.list({ ...page, limit: page.limit + 1 });
      const { items, pagination } = pageOf(found, page.limit, ({ id }) => withPrefix("sch", id));
      const context = await contextOf(ports, caller, items);
      return {
        message: `${counted(items.length, "schedule")}.`,
        data: { items: items.map((one) => scheduleView(one, caller, context)), pagination },
      };
    },
  });
}

function read(ports: ScheduleRouteDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "getSchedule",
    method: "GET",
    path: "/schedules/{id}",
    summary: "Read a schedule",
    description: "Needs no license.",
    input: scheduleRequest,
    data: scheduleData,
    errors: ["not_found"],
    async handle({ id }, { caller }) {
      const schedule = await ports.schedules.find(readScheduleId(id));
      if (!schedule) throw noSchedule();
      return replyWith(ports, caller, `The schedule ${scheduleIs[schedule.state]}.`, { schedule });
    },
  });
}

function change(ports: ScheduleRouteDeps, publicUrl: string | null): Endpoint {
  return endpoint<typeof scheduleChangeRequest, ScheduleEdit | null>({
    ...common,
    operationId: "updateSchedule",
    method: "PATCH",
    path: "/schedules/{id}",
    summary: "Change a schedule",
    description:
      "Changes text, sender, gateway, times, lateness and audience, or states another basis than consent; absent parameters stay unchanged. It takes effect between two runs, never during one. Needs a license.",
    input: scheduleChangeRequest,
    data: scheduleData,
    errors: [
      "not_found",
      "not_in_this_state",
      "conflict",
      "addon_required",
      "gateway_cannot",
      "no_recipients",
      "public_url_missing",
    ],
    read: (fields, { caller }, issues) => readChange(ports, fields, { caller, publicUrl }, issues),
    async handle(edit, { caller }) {
      if (!edit) throw noSchedule();
      const { schedule, warnings, already } = await changeSchedule(ports, edit);
      const sentence = already ? "No changes were given: the schedule is unchanged." : "Schedule changed.";
      return replyWith(ports, caller, sentence, { schedule, warnings });
    },
  });
}

function remove(ports: ScheduleRouteDeps): Endpoint {
  return endpoint({
    ...common,
    operationId: "cancelSchedule",
    method: "DELETE",
    path: "/schedules/{id}",
    summary: "Cancel a schedule",
    description:
      "It never runs again and stays readable. A message that a run has already created continues; cancel it by its message_id. Needs no license.",
    input: scheduleRequest,
    data: scheduleData,
    errors: ["not_found", "not_in_this_state"],
    async handle({ id }, { caller }) {
      const { schedule, already } = await cancelSchedule(ports, readScheduleId(id), caller.principal);
      const sentence = already ? "The schedule is already canceled." : "Schedule canceled.";
      return replyWith(ports, caller, sentence, { schedule });
    },
  });
}
