import type { KeyObject } from "node:crypto";

import { DomainError } from "../error.ts";
import { requireConsent, type ConsentCheckDeps } from "../consent/require-consent.ts";
import type { Category } from "../messages/message.ts";
import type { SendDeps } from "../messages/send.ts";
import { digestOf } from "../outbox/moved-entry.ts";
import type { MovedLogStore } from "../outbox/move-log.ts";
import type { Country } from "../recipients/phone.ts";
import { routeFor, type Routes } from "../routing/routes.ts";
import { createSchedule, prepareSchedule, type PreparedSchedule, type ScheduleDeps } from "./create.ts";
import {
  readForeignSchedule,
  type ForeignSchedule,
  type ReadSchedule,
  type UnmovedScheduleReason,
} from "./foreign-schedule.ts";
import { DEFAULT_IF_LATE, DEFAULT_LATE_AFTER } from "./schedule.ts";

export type MoveSchedulesDeps = Pick<SendDeps, "country" | "inspectMedia"> &
  ConsentCheckDeps & {
    readonly schedules: ScheduleDeps;
    readonly routes: Routes;
    readonly movedLog: Pick<MovedLogStore, "known" | "claim">;
    readonly movedKey: KeyObject;
    readonly timeZone: () => string;
  };

export type MoveSchedulesCommand = {
  readonly source: string;
  readonly schedules: readonly ForeignSchedule[];
  /** null: the site's. */
  readonly zone: string | null;
  readonly country: Country | null;
  readonly category: Category;
  readonly dryRun: boolean;
  readonly actor: string;
};

type Prepared = { readonly digest: Buffer; readonly schedule: PreparedSchedule };

/** The schedules that may be stored, and the outcome for the others. */
export type PreparedMove = {
  readonly prepared: readonly Prepared[];
  readonly past: number;
  readonly unreadable: readonly { readonly reference: string; readonly reason: UnmovedScheduleReason }[];
};

/** Every schedule is counted once. */
export type MovedSchedules = Omit<PreparedMove, "prepared"> & {
  readonly moved: readonly PreparedSchedule[];
  readonly already: number;
};

/** Checks each like a call to send later. Not in a transaction: media may be fetched. */
export async function prepareMove(ports: MoveSchedulesDeps, command: MoveSchedulesCommand): Promise<PreparedMove> {
  const reading = {
    zone: command.zone ?? ports.timeZone(),
    country: command.country ?? ports.country,
    now: ports.schedules.clock.now(),
    category: command.category,
  };
  const prepared: Prepared[] = [];
  const unreadable: PreparedMove["unreadable"][number][] = [];
  let past = 0;
  for (const one of command.schedules) {
    const read = readForeignSchedule(one, reading);
    if (read === "past") {
      past += 1;
      continue;
    }
    const schedule = typeof read === "string" ? read : await accepted(ports, read, command);
    if (typeof schedule === "string") unreadable.push({ reference: one.reference, reason: schedule });
    else prepared.push({ digest: digest(ports, command, one), schedule });
  }
  return { prepared, past, unreadable };
}

/** Stores them, paused: the other system may still send them, and only a person knows when it no longer does. */
export async function moveSchedules(
  { movedLog, schedules }: Pick<MoveSchedulesDeps, "movedLog" | "schedules">,
  { prepared, ...counts }: PreparedMove,
  { dryRun }: Pick<MoveSchedulesCommand, "dryRun">,
): Promise<MovedSchedules> {
  const known = dryRun ? await movedLog.known(prepared.map((one) => one.digest)) : new Set<string>();
  const moved: PreparedSchedule[] = [];
  for (const one of prepared) {
    const isNew = dryRun
      ? !known.has(one.digest.toString("hex"))
      : await schedules.unitOfWork.transaction(async () => {
          if (!(await movedLog.claim(one.digest))) return false;
          await createSchedule(schedules, one.schedule);
          return true;
        });
    if (isNew) moved.push(one.schedule);
  }
  return { ...counts, moved, already: prepared.length - moved.length };
}

const digest = ({ movedKey }: MoveSchedulesDeps, { source }: MoveSchedulesCommand, one: ForeignSchedule): Buffer =>
  digestOf({ source, key: movedKey }, "schedule", [one.reference, one.start, one.text, one.numbers]);

async function accepted(
  ports: MoveSchedulesDeps,
  { plan, nextRun, content, phones, duplicates, invalid }: ReadSchedule,
  { category, actor }: MoveSchedulesCommand,
): Promise<PreparedSchedule | UnmovedScheduleReason> {
  const route = ports.routes.byDefault();
  const call = {
    content,
    category,
    validFor: null,
    ratePerMinute: null,
    route: route && routeFor(route, category, phones),
    numbers: phones,
    duplicates,
    invalid,
    skipped: [],
    contacts: [],
    audience: null,
    createdBy: actor,
  };
  const timetable = { plan, ifLate: DEFAULT_IF_LATE, lateAfter: DEFAULT_LATE_AFTER, frozen: false } as const;
  try {
    const { ground: consent } = await requireConsent(ports, { ...call, phones: () => phones, basis: null, by: actor });
    return await prepareSchedule(ports, call, { ...timetable, paused: { nextRun }, consent });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return REFUSALS[error.code] ?? "media";
  }
}

const REFUSALS: Readonly<Record<string, UnmovedScheduleReason>> = {
  addon_required: "license",
  no_gateway: "gateway",
  gateway_cannot: "gateway",
  consent_required: "consent",
};
