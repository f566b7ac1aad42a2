import { type AlertRule, type AlertText } from "../rule.ts";

/** Runs of schedules failed in the last day, for other reasons than a lack of recipients. */
export function runFailed(ports: { readonly failed: () => Promise<number> }): AlertRule {
  return {
    kind: "run_failed",
    settleMs: 0,
    async check() {
      const runs = await ports.failed();
      return runs === 0 ? [] : [{ subject: "schedules", level: 1, delayMs: 0, data: { runs } }];
    },
  };
}

export const runFailedText: AlertText = ({ data }) => ({
  title: "Scheduled messages could not be sent",
  meaning: `Runs of schedules that failed in the last 24 hours: ${Number(data["runs"])}. Nobody has received them, and they are not repeated.`,
  step: "Look at the runs of the schedules: each that failed has its reason. Correct the schedule, then run it once more.",
  screen: "/schedules",
});
