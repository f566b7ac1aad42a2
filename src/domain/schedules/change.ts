import type { Uuid } from "#lib/ids";

import type { ConsentCheck } from "../consent/require-consent.ts";
import { DomainError } from "../error.ts";
import { requireFeature } from "../license/require.ts";
import { requireAbilities } from "../messages/abilities.ts";
import type { RouteInfo } from "../routing/routes.ts";
import { unchanged, withLocked, type Controlled } from "./control.ts";
import { requireTexts, namedRoute, routeOf } from "./scheduled-message.ts";
import { freeze, type ScheduleDeps } from "./create.ts";
import { following, nextAfter } from "./next-run.ts";
import type { Plan } from "./read-plan.ts";
import { featureOf, type RunDeps } from "./run.ts";
import type { Schedule, ScheduledMessage } from "./schedule.ts";

/** The changes that a caller requests; absent properties stay unchanged. */
export type ScheduleEdit = {
  readonly id: Uuid;
  /** The version that the request is based on: a different one means that someone else changed the schedule first. */
  readonly version: number;
  readonly by: string;
  readonly message: Partial<Pick<ScheduledMessage, "content" | "validFor" | "ratePerMinute">>;
  readonly route?: RouteInfo;
  /** New times, in the schedule's own zone. */
  readonly plan?: Plan;
  /** Whether the caller named a first run: then it is wanted, even if it was skipped before. */
  readonly isMoved?: boolean;
  readonly ifLate?: Schedule["ifLate"];
  readonly lateAfter?: number;
  readonly frozen?: boolean;
  /** Another basis than consent for marketing, on which its runs go to everybody. */
  readonly basis?: string;
};

export type ChangeDeps = ScheduleDeps &
  Pick<RunDeps, "routes"> & { readonly consentCheck: Pick<ConsentCheck, "declareBasis"> };

/**
 * Changes a schedule between two runs, never during one.
 *
 * @throws DomainError not_found, not_in_this_state, conflict, addon_required, gateway_cannot, no_recipients
 */
export async function changeSchedule(ports: ChangeDeps, edit: ScheduleEdit): Promise<Controlled> {
  return withLocked(ports, edit.id, ["active", "paused", "waiting_license"], "changed", async (schedule, now) => {
    if (schedule.version !== edit.version) {
      throw new DomainError("conflict", "The schedule was changed meanwhile. Read it again and retry.", [], {
        version: schedule.version,
      });
    }
    // As when sending, where a basis of other categories means nothing.
    const basis = schedule.message.category === "marketing" ? edit.basis : undefined;
    if (!changesSomething({ ...edit, basis })) return unchanged(schedule);
    const plan = edit.plan ?? schedule;
    const warnings = requireFeature(await ports.licenses.current(), featureOf(plan), now);
    const message: ScheduledMessage = {
      ...schedule.message,
      ...edit.message,
      ...(edit.route && { route: namedRoute(edit.route) }),
      ...(basis !== undefined && { consent: "basis" }),
    };
    const route = edit.route ?? routeOf(message.route, ports.routes);
    if (route) requireAbilities({ ...message, route }, null);
    if (edit.message.content) requireTexts(message);
    if (edit.plan && !keepsTimes(edit, schedule)) await ports.schedules.forgetAhead(schedule.id);
    const changed: Schedule = {
      ...schedule,
      owner: edit.by,
      message,
      ...(edit.plan && {
        start: edit.plan.start,
        repeat: edit.plan.repeat,
        nextRun: await firstUndecided(ports, schedule.id, edit.plan, now),
      }),
      ...(edit.ifLate && { ifLate: edit.ifLate }),
      ...(edit.lateAfter !== undefined && { lateAfter: edit.lateAfter }),
      frozenSet: await frozenSetOf(ports, schedule, edit.frozen),
      state: schedule.state === "waiting_license" ? "active" : schedule.state,
    };
    if (basis !== undefined) await ports.consentCheck.declareBasis(edit.by, basis);
    return { schedule: await ports.schedules.save(changed, { kind: "changed", by: edit.by }), warnings };
  });
}

type EditedParts = Omit<ScheduleEdit, "basis"> & { readonly basis: string | undefined };

function changesSomething({ message, route, plan, ifLate, lateAfter, frozen, basis }: EditedParts): boolean {
  const others = [route, plan, ifLate, lateAfter, frozen, basis];
  return Object.keys(message).length > 0 || others.some((one) => one !== undefined);
}

/** Whether at most the end changes: the runs before it are the same, and what was skipped of them stays skipped. */
function keepsTimes({ plan, isMoved = false }: ScheduleEdit, { repeat }: Schedule): boolean {
  const next = plan?.repeat;
  return !isMoved && next != null && next.every === repeat?.every && next.unit === repeat.unit;
}

/** The next run of a new rule. A rule may start in the past; missed runs are not made up for. */
function firstOf(plan: Plan, now: number): number {
  if (plan.start.at > now) return plan.start.at;
  const next = nextAfter(plan.repeat, now);
  if (next === null) throw new DomainError("not_in_this_state", "These times leave no run in the future.");
  return next;
}

/** After the database's clock was set back, future times may already have had their runs. */
async function firstUndecided(
  { schedules }: Pick<ScheduleDeps, "schedules">,
  id: Uuid,
  plan: Plan,
  now: number,
): Promise<number> {
  for (let next: number | null = firstOf(plan, now); next !== null; next = following(plan.repeat, next))
    if (!(await schedules.isDecided(id, next))) return next;
  throw new DomainError("not_in_this_state", "This schedule had its run at that time. Choose another one.");
}

/** If requested again, the audience is resolved again. */
async function frozenSetOf(ports: ScheduleDeps, schedule: Schedule, frozen?: boolean): Promise<Uuid | null> {
  if (frozen === undefined) return schedule.frozenSet;
  if (!frozen || !schedule.message.audience) return null;
  return (await freeze(ports, schedule.message)).id;
}
