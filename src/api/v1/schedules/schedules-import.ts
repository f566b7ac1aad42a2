import { SENDER } from "#contract/content";
import { schedulesImportData, schedulesImportRequest } from "#contract/schedules-import";
import { defaultCategory } from "#domain/messages/message";
import {
  moveSchedules,
  prepareMove,
  type MoveSchedulesCommand,
  type MoveSchedulesDeps,
  type PreparedMove,
} from "#domain/schedules/move-schedules";
import { counted } from "#lib/counted";

import { endpoint, type Endpoint } from "../../endpoint.ts";
import { readCountry } from "../read-country.ts";

export type SchedulesImportDeps = MoveSchedulesDeps;

/** `POST /schedules/import`. */
export function schedulesImportEndpoint(services: SchedulesImportDeps): Endpoint {
  return endpoint<typeof schedulesImportRequest, MoveSchedulesCommand, MoveSchedulesCommand & { move: PreparedMove }>({
    operationId: "importSchedules",
    method: "POST",
    path: "/schedules/import",
    access: "svc_setting",
    tag: "Schedules",
    summary: "Move schedules from another system",
    description:
      "Creates the scheduled messages of another system that are still to be sent, paused: nothing is sent until a user resumes them, when the other system does not send them any more. All rules for schedules apply, the license included. One that was moved before is left out, so a call can be repeated. Every row is counted.",
    input: schedulesImportRequest,
    data: schedulesImportData,
    read: (fields, { caller }, issues) => ({
      source: fields.source ?? "",
      schedules: (fields.schedules ?? []).map((one) => ({
        reference: one.reference,
        text: one.message,
        sender: senderOf(one.sender ?? ""),
        numbers: one.numbers,
        media: one.media_urls ?? [],
        start: one.start,
        repeat: one.repeat ? { ...one.repeat, end: one.repeat.end ?? null } : null,
        done: one.done ?? false,
      })),
      zone: fields.time_zone ?? null,
      country: readCountry(fields.country, issues),
      category: fields.category ?? defaultCategory(null),
      dryRun: fields.dry_run ?? false,
      actor: caller.principal,
    }),
    prepare: async (command) => ({ ...command, move: await prepareMove(services, command) }),
    async handle({ move, ...command }) {
      const { moved, already, past, unreadable } = await moveSchedules(services, move, command);
      const numbers = moved.map((one) => one.command);
      const sum = (of: (one: (typeof numbers)[number]) => number): number =>
        numbers.reduce((before, one) => before + of(one), 0);
      return {
        message: `${counted(moved.length, "schedule")} ${command.dryRun ? "would be moved" : "moved"}, ${already} already here, ${past} past, ${unreadable.length} left out.`,
        data: {
          rows: command.schedules.length,
          moved: moved.length,
          already,
          past,
          unreadable,
          recipients: {
            moved: sum((one) => one.numbers.length),
            duplicates: sum((one) => one.duplicates),
            unreadable: sum((one) => one.invalid),
          },
          dry_run: command.dryRun,
        },
      };
    },
  });
}

/** Only the operator may choose a sender that differs from the one that people know. */
function senderOf(text: string): MoveSchedulesCommand["schedules"][number]["sender"] {
  const sender = text.trim();
  if (sender === "") return null;
  return SENDER.test(sender) ? sender : { unusable: true };
}
