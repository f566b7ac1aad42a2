import { minute, type Clock } from "#lib/time";

import type { Condition, Unjudged } from "../alert.ts";
import { safeName, type AlertRule, type AlertText } from "../rule.ts";

/** The platform may be a website, which is not queried more often while all roles exist. */
const LISTED_MS = 5 * minute;

/** A role, and how many active schedules send to it. */
export type ScheduledRole = { readonly role: string; readonly schedules: number };

/**
 * Active schedules send to a role that the platform no longer has: it was renamed or deleted. A run finds nobody in it,
 * which looks like a role without members.
 */
export function roleGone(ports: {
  /** Roles that active schedules send to. */
  readonly scheduled: () => Promise<readonly ScheduledRole[]>;
  /** All roles of the platform; null: it does not list them. */
  readonly listed: () => Promise<readonly string[] | null>;
  readonly clock: Clock;
}): AlertRule {
  let known: { readonly at: number; readonly roles: ReadonlySet<string> } | null = null;
  return {
    kind: "role_gone",
    settleMs: 0,
    async check(): Promise<readonly (Condition | Unjudged)[]> {
      const scheduled = await ports.scheduled();
      if (scheduled.length === 0) return [];
      const gone = (roles: ReadonlySet<string>) => scheduled.filter(({ role }) => !roles.has(role.toLowerCase()));
      const now = ports.clock.now();
      if (known && now >= known.at && now - known.at < LISTED_MS && gone(known.roles).length === 0) return [];
      const listed = await ports.listed();
      if (listed === null) return scheduled.map(({ role }) => ({ subject: role, unjudged: true }));
      known = { at: now, roles: new Set(listed.map((role) => role.toLowerCase())) };
      return gone(known.roles).map(({ role, schedules }) => {
        return { subject: role, level: 1, delayMs: 0, data: { schedules } };
      });
    },
  };
}

export const roleGoneText: AlertText = ({ subject, data }) => ({
  title: `A role of schedules is gone: ${safeName(subject)}`,
  meaning: `The role was renamed or deleted. Schedules that send to it: ${Number(data["schedules"])}. They find nobody in it.`,
  step: "Change these schedules to the new role, or cancel them. Runs that found nobody are not repeated.",
  screen: "/schedules",
});
