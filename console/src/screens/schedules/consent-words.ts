import { t } from "../../lib/translate.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";

/** Whether marketing is addressed to people who may not have agreed, and nobody has stated another basis. */
export function lacksBasis({ category, consent, recipients }: ScheduleDetail): boolean {
  const { numbers, users, role_ids: roles, customers } = recipients;
  const direct = numbers > 0 || users.length > 0 || roles.length > 0 || customers;
  return category === "marketing" && consent === null && direct;
}

/** On what basis people get marketing; null: the schedule needs none. */
export function consentWords(schedule: ScheduleDetail): string | null {
  if (schedule.category !== "marketing") return null;
  if (schedule.consent === "basis") return t`another basis was stated`;
  return lacksBasis(schedule) ? t`not on record: runs leave out those who have not agreed` : t`on record`;
}
