import { type AlertRule, type AlertText } from "../rule.ts";

/** The service paused schedules, because their owners no longer exist or may no longer send. */
export function schedulePaused(ports: { readonly paused: () => Promise<number> }): AlertRule {
  return {
    kind: "schedule_paused",
    settleMs: 0,
    async check() {
      const schedules = await ports.paused();
      return schedules === 0 ? [] : [{ subject: "schedules", level: 1, delayMs: 0, data: { schedules } }];
    },
  };
}

export const schedulePausedText: AlertText = ({ data }) => ({
  title: "Schedules are paused",
  meaning: `Schedules whose owner no longer exists or may no longer send: ${Number(data["schedules"])}. Nobody gets their messages until somebody resumes them.`,
  step: "Look at the paused schedules. Resume those that you will answer for, and cancel the others.",
  screen: "/schedules",
});
