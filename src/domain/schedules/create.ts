import type { Uuid } from "#lib/ids";
import type { Clock } from "#lib/time";

import { DomainError } from "../error.ts";
import { requireFeature, type Licenses } from "../license/require.ts";
import { requireRoute, requireSendable } from "../messages/abilities.ts";
import type { Audience } from "../messages/message.ts";
import { requireSomebody, unite, type SendCommand, type SendDeps } from "../messages/send.ts";
import type { RouteInfo } from "../routing/routes.ts";
import type { ScheduleStore } from "./schedule-store.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { Phone } from "../recipients/phone.ts";
import { scheduledOf } from "./compose.ts";
import type { Plan } from "./reader.ts";
import { featureOf } from "./run.ts";
import type { Schedule, ScheduledMessage } from "./schedule.ts";

export type ScheduleDeps = {
  readonly schedules: ScheduleStore;
  readonly unitOfWork: UnitOfWork;
  readonly licenses: Licenses;
  /** Database time. */
  readonly clock: Clock;
  readonly newId: () => Uuid;
  /** Everybody in an audience, page by page; a person may be on several pages. */
  readonly audiencePages: (audience: Audience) => AsyncIterable<readonly Phone[]>;
};

/** When and how a message is to be sent later. */
export type Timetable = {
  readonly plan: Plan;
  readonly ifLate: Schedule["ifLate"];
  /** Seconds. */
  readonly lateAfter: number;
  /** Today's recipients are kept, instead of being looked up at each run. */
  readonly frozen: boolean;
};

/** A message that may be sent later: all that could refuse it has been asked. */
export type PreparedSchedule = {
  readonly command: SendCommand;
  readonly timetable: Timetable;
  /** What the caller is to be warned of. */
  readonly warnings: readonly string[];
};

export type Scheduled = {
  readonly schedule: Schedule;
  /** Recipients known now; null: whoever is there at the run. */
  readonly recipients: number | null;
};

/**
 * Checks a message that is to be sent later, once or again and again. Outside a transaction: media may be looked at.
 *
 * @throws DomainError addon_required, no_gateway, gateway_cannot, invalid_parameter, no_recipients
 */
export async function prepareSchedule(
  ports: Pick<SendDeps, "country" | "lookAtMedia"> & { readonly schedules: Pick<ScheduleDeps, "licenses" | "clock"> },
  call: Omit<SendCommand, "route"> & { readonly route: RouteInfo | null },
  timetable: Timetable,
): Promise<PreparedSchedule> {
  // Before the gateway: whoever lacks the add-on needs to hear that first.
  const { licenses, clock } = ports.schedules;
  const warnings = requireFeature(await licenses.current(), featureOf(timetable.plan), clock.now());
  const command = { ...call, route: requireRoute(call.route) };
  await requireSendable(command, null, ports.lookAtMedia);
  // Whom a schedule reaches is asked at each run; but one that nobody could get today is a mistake.
  requireSomebody(command, unite(command, ports.country));
  return { command, timetable, warnings };
}

/** Stores it. Nothing is sent and no gateway is asked. @throws DomainError no_recipients where nobody is there to be kept */
export async function createSchedule(
  ports: ScheduleDeps,
  { command, timetable }: PreparedSchedule,
): Promise<Scheduled> {
  const message = scheduledOf(command);
  const { plan, ifLate, lateAfter, frozen } = timetable;
  return ports.unitOfWork.transaction(async () => {
    const set = frozen && message.audience ? await freeze(ports, message) : null;
    const schedule = await ports.schedules.create({
      id: ports.newId(),
      message,
      start: plan.start,
      zone: plan.zone,
      repeat: plan.repeat,
      nextRun: plan.start.at,
      ifLate,
      lateAfter,
      frozenSet: set?.id ?? null,
      createdBy: command.createdBy,
    });
    return { schedule, recipients: set?.size ?? (message.audience ? null : message.phones.length) };
  });
}

/** Keeps today's recipients as a set that is never changed. Inside a transaction: all pages or none. */
export async function freeze(
  ports: Pick<ScheduleDeps, "schedules" | "newId" | "audiencePages">,
  message: ScheduledMessage,
): Promise<{ id: Uuid; size: number }> {
  const id = ports.newId();
  const { groups, ...others } = message.audience!;
  if (message.phones.length > 0) await ports.schedules.freeze(id, message.phones, false);
  // Groups last: whoever is meant for another reason too is not let go for leaving a group.
  await keep(ports, id, { ...others, groups: null }, false);
  await keep(ports, id, { groups, roles: [], users: [], customers: false }, true);
  const size = await ports.schedules.frozen(id);
  if (size === 0)
    throw new DomainError("no_recipients", "Nobody is in this audience today, so there is nobody to keep.");
  return { id, size };
}

async function keep(
  ports: Pick<ScheduleDeps, "schedules" | "audiencePages">,
  set: Uuid,
  audience: Audience,
  viaGroup: boolean,
): Promise<void> {
  for await (const phones of ports.audiencePages(audience)) {
    if (phones.length > 0) await ports.schedules.freeze(set, phones, viaGroup);
  }
}
