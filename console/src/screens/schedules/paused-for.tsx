import { useSession } from "../../api/session.ts";
import { serviceText } from "../../lib/service-text.ts";
import { t } from "../../lib/translate.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";
import classes from "./schedules.module.css";

/** Why it does not run, and what resuming it means for whoever does. */
export function PausedFor({ schedule }: { readonly schedule: ScheduleDetail }) {
  const { user } = useSession();
  const { state, reason, owner } = schedule;
  const passes = state === "paused" && owner !== user.principal;
  if (!reason && !passes) return null;
  return (
    <p className={classes.reason} role="note">
      {reason && serviceText(reason)} {passes && t`If you resume it, you answer for its runs from then on.`}
    </p>
  );
}
