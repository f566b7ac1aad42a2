import { StateBadge } from "../../components/state-badge.tsx";
import { t } from "../../lib/translate.ts";
import type { ScheduleSummary } from "./schedule-rule.ts";

/** The state of a schedule; a pause that no person made says so. */
export function ScheduleState({ schedule }: { readonly schedule: ScheduleSummary }) {
  const { state, pause_reason: byService } = schedule;
  return <StateBadge of="schedule" state={state} {...(byService !== null && { label: t`Paused by the service` })} />;
}
