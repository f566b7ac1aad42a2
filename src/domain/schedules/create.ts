import type { Uuid } from "#lib/ids";
import type { Clock } from "#lib/time";

import { DomainError, type Detail } from "../error.ts";
import type { GroupHold } from "../newsletter/group-store.ts";
import { requireFeature, type Licenses } from "../license/require.ts";
import { requireRoute, requireSendable } from "../messages/abilities.ts";
import { NOBODY, type Audience } from "../messages/message.ts";
import { requireRecipients, unite, type SendCommand, type SendDeps } from "../messages/send.ts";
import type { RouteInfo } from "../routing/routes.ts";
import type { ScheduleStore } from "./schedule-store.ts";
import type { SegmentLookup } from "../subscribers/segment.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import type { Phone } from "../recipients/phone.ts";
import { requireTexts, scheduledOf } from "./scheduled-message.ts";
import type { ConsentGround } from "../consent/require-consent.ts";
import type { Plan } from "./read-plan.ts";
import { featureOf } from "./run.ts";
import type { Schedule, ScheduledMessage } from "./schedule.ts";

export type ScheduleDeps = {
  readonly schedules: ScheduleStore;
  readonly groups: GroupHold;
  readonly segments: Pick<SegmentLookup, "hold">;
  readonly unitOfWork: UnitOfWork;
  readonly licenses: Licenses;
  /** Database time. */
  readonly clock: Clock;
  readonly newId: () => Uuid;
  /** Everyone in an audience, page by page; a person may be on several pages. */
  readonly audiencePages: (audience: Audience) => AsyncIterable<readonly Phone[]>;
};

/** When and how a message is to be sent later. */
export type Timetable = {
  readonly plan: Plan;
  readonly ifLate: Schedule["ifLate"];
  /** Seconds. */
  readonly lateAfter: number;
  /** The current recipients are stored instead of being looked up at each run. */
  readonly frozen: boolean;
  /** Nothing runs until it is resumed; the first run may be over, and this is the next one. Absent: it is active. */
  readonly paused?: { readonly nextRun: number };
  /** As in {@link ScheduledMessage}. */
  readonly consent?: ConsentGround | null;
};

/** A message that may be scheduled: all checks that could refuse it have passed. */
export type PreparedSchedule = {
  readonly command: SendCommand;
  readonly timetable: Timetable;
  /** Warnings for the caller. */
  readonly warnings: readonly string[];
};

export type Scheduled = {
  readonly schedule: Schedule;
  /** Number of recipients known now; null: looked up at the run. */
  readonly recipients: number | null;
};

/**
 * Checks a message to be scheduled, once or recurring. Outside a transaction, because media may be fetched.
 *
 * @throws DomainError addon_required, no_gateway, gateway_cannot, invalid_parameter, no_recipients
 */
export async function prepareSchedule(
  ports: Pick<SendDeps, "country" | "inspectMedia"> & { readonly schedules: Pick<ScheduleDeps, "licenses" | "clock"> },
  call: Omit<SendCommand, "route"> & { readonly route: RouteInfo | null },
  timetable: Timetable,
): Promise<PreparedSchedule> {
  // Before the gateway check: a missing add-on is the first thing the caller must know.
  const { licenses, clock } = ports.schedules;
  const warnings = requireFeature(await licenses.current(), featureOf(timetable.plan), clock.now());
  const command = { ...call, route: requireRoute(call.route) };
  await requireSendable(command, null, ports.inspectMedia);
  // Recipients are looked up at each run, but a schedule that would reach no one today is a mistake.
  requireRecipients(command, unite(command, ports.country));
  // As it is sent, with the footer: beside it, a text of variables alone needs their values.
  requireTexts({ ...scheduledOf(command), content: command.content });
  return { command, timetable, warnings };
}

/**
 * Stores it. Nothing is sent and no gateway is contacted. @throws DomainError no_recipients if there is no one to store
 */
export async function createSchedule(
  ports: ScheduleDeps,
  { command, timetable }: PreparedSchedule,
): Promise<Scheduled> {
  const { plan, ifLate, lateAfter, frozen, paused, consent } = timetable;
  const message = { ...scheduledOf(command), ...(consent && { consent }) };
  return ports.unitOfWork.transaction(async () => {
    await requireSources(ports, message);
    const set = frozen && message.audience ? await freeze(ports, message) : null;
    const schedule = await ports.schedules.create({
      id: ports.newId(),
      message,
      start: plan.start,
      zone: plan.zone,
      repeat: plan.repeat,
      state: paused ? "paused" : "active",
      nextRun: paused?.nextRun ?? plan.start.at,
      ifLate,
      lateAfter,
      frozenSet: set?.id ?? null,
      createdBy: command.createdBy,
    });
    return { schedule, recipients: set?.size ?? (message.audience ? null : message.phones.length) };
  });
}

/** A segment that a schedule sends to cannot be deleted, nor its only group; what was deleted just now is reported. */
async function requireSources(
  { groups, segments }: Pick<ScheduleDeps, "groups" | "segments">,
  { audience }: ScheduledMessage,
): Promise<void> {
  const named = audience?.groups === "all" ? [] : (audience?.groups ?? []);
  const group = { field: "group_ids", code: "unknown_group", message: "is not the id of a group" } as const;
  const goneGroups = await goneOf(groups, named, group);
  if (goneGroups.length > 0) throw new DomainError("invalid_parameter", "A group was deleted meanwhile.", goneGroups);
  const segment = { field: "segment_ids", code: "unknown_segment", message: "is not the id of a segment" } as const;
  const gone = await goneOf(segments, audience?.segments ?? [], segment);
  if (gone.length > 0) throw new DomainError("invalid_parameter", "A segment was deleted meanwhile.", gone);
}

async function goneOf(
  { hold }: GroupHold,
  wanted: readonly number[],
  detail: Omit<Detail, "value">,
): Promise<readonly Detail[]> {
  if (wanted.length === 0) return [];
  const there = new Set(await hold(wanted));
  return wanted.filter((id) => !there.has(id)).map((value) => ({ ...detail, value }));
}

/** Stores the current recipients as an immutable set. Inside a transaction: all pages or none. */
export async function freeze(
  ports: Pick<ScheduleDeps, "schedules" | "newId" | "audiencePages">,
  message: ScheduledMessage,
): Promise<{ id: Uuid; size: number }> {
  const id = ports.newId();
  const { groups, ...others } = message.audience!;
  if (others.segments) throw segmentsFrozen();
  await ports.schedules.freezing();
  if (message.phones.length > 0) await ports.schedules.freeze(id, message.phones, { viaGroup: false });
  // Groups come last: a person who is also selected for another reason stays in the set when leaving a group.
  await keep(ports, id, { ...others, groups: null }, { viaGroup: false });
  await keep(ports, id, { ...NOBODY, groups }, { viaGroup: true });
  const size = await ports.schedules.frozen(id);
  if (size === 0)
    throw new DomainError(
      "no_recipients",
      "This audience has no members at the moment, so there are no recipients to store.",
    );
  return { id, size };
}

/** Whether a person matches a segment is known only when it is read; a stored list would not follow changes. */
function segmentsFrozen(): DomainError {
  return new DomainError("invalid_parameter", "segment_ids are looked up at each run: audience cannot be frozen.", [
    { field: "audience", code: "not_together", message: "must not be frozen with segment_ids", value: "frozen" },
  ]);
}

async function keep(
  ports: Pick<ScheduleDeps, "schedules" | "audiencePages">,
  set: Uuid,
  audience: Audience,
  found: { readonly viaGroup: boolean },
): Promise<void> {
  for await (const phones of ports.audiencePages(audience)) {
    if (phones.length > 0) await ports.schedules.freeze(set, phones, found);
  }
}
