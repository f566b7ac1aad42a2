import type { Uuid } from "#lib/ids";
import type { Clock } from "#lib/time";

import { DomainError } from "../error.ts";
import { requireFeature, type Licenses } from "../license/require.ts";
import type { Audience } from "../messages/message.ts";
import { categoryOf, requireAbilities, resolveRoute, type SendCommand } from "../messages/send.ts";
import type { ScheduleStore } from "./schedule-store.ts";
import type { UnitOfWork } from "../ports/unit-of-work.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import { requireSomebody, scheduledOf } from "./compose.ts";
import type { Plan } from "./reader.ts";
import { featureOf } from "./run.ts";
import type { Schedule, ScheduledMessage } from "./schedule.ts";

export type SchedulePorts = {
  readonly schedules: ScheduleStore;
  readonly unitOfWork: UnitOfWork;
  readonly licenses: Licenses;
  /** Database time. */
  readonly clock: Clock;
  readonly newId: () => Uuid;
  /** Everybody in an audience, page by page; a person may be on several pages. */
  readonly audiencePages: (audience: Audience) => AsyncIterable<readonly Phone[]>;
  readonly country: Country | null;
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

export type Scheduled = {
  readonly schedule: Schedule;
  /** Recipients known now; null: whoever is there at the run. */
  readonly recipients: number | null;
  readonly warnings: readonly string[];
};

/**
 * Stores a message that is to be sent later, once or again and again. Nothing is sent and no gateway is asked.
 *
 * @throws Fault addon_required, gateway_cannot, no_recipients
 */
export async function createSchedule(
  ports: SchedulePorts,
  command: SendCommand,
  { plan, ifLate, lateAfter, frozen }: Timetable,
): Promise<Scheduled> {
  const warnings = requireFeature(await ports.licenses.current(), featureOf(plan), ports.clock.now());
  requireAbilities(resolveRoute(command, categoryOf(command), null));
  requireSomebody(command, ports.country);
  const message = scheduledOf(command);
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
    const recipients = set?.size ?? (message.audience ? null : message.phones.length);
    return { schedule, recipients, warnings };
  });
}

/** Keeps today's recipients as a set that is never changed. Inside a transaction: all pages or none. */
export async function freeze(
  ports: Pick<SchedulePorts, "schedules" | "newId" | "audiencePages">,
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
  ports: Pick<SchedulePorts, "schedules" | "audiencePages">,
  set: Uuid,
  audience: Audience,
  viaGroup: boolean,
): Promise<void> {
  for await (const phones of ports.audiencePages(audience)) {
    if (phones.length > 0) await ports.schedules.freeze(set, phones, viaGroup);
  }
}
