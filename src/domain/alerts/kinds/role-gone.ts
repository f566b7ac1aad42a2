import { safeName, type AlertRule, type AlertText } from "../rule.ts";

/**
 * Active schedules send to a role that the platform no longer has: it was renamed or deleted. A run finds nobody in it,
 * which looks like a role without members.
 */
export function roleGone(ports: {
  /** Roles that active schedules send to, each with the number of these schedules. */
  readonly scheduled: () => Promise<readonly { readonly role: string; readonly schedules: number }[]>;
  /** Those of the names that the platform has, compared without case. */
  readonly existing: (names: readonly string[]) => Promise<readonly string[]>;
}): AlertRule {
  return {
    kind: "role_gone",
    settleMs: 0,
    async check() {
      const scheduled = await ports.scheduled();
      // A platform is not queried for nothing.
      if (scheduled.length === 0) return [];
      const existing = await ports.existing(scheduled.map(({ role }) => role));
      const known = new Set(existing.map((role) => role.toLowerCase()));
      return scheduled
        .filter(({ role }) => !known.has(role.toLowerCase()))
        .map(({ role, schedules }) => ({ subject: role, level: 1, delayMs: 0, data: { schedules } }));
    },
  };
}

export const roleGoneText: AlertText = ({ subject, data }) => ({
  title: `Schedules send to a role that no longer exists: ${safeName(subject)}`,
  meaning: `The role was renamed or deleted. Schedules that send to it: ${Number(data["schedules"])}. They find nobody in it.`,
  step: "Change these schedules to the new role, or cancel them. Runs that found nobody are not repeated.",
  screen: "/schedules",
});
