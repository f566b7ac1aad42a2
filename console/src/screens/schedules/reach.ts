import { tidings } from "../../api/client.ts";
import type { ScheduleDetail } from "./schedule-rule.ts";

/** About how many people it reaches now; null if that cannot be told. */
export async function reachOf({ message, category, recipients }: ScheduleDetail): Promise<number | null> {
  const { numbers, group_ids: groups, segment_ids: segments, role_ids: roles, users, customers } = recipients;
  const hasGroups = groups === "all" || (groups?.length ?? 0) > 0;
  const selectors = [
    hasGroups || segments.length > 0 ? (["subscribers"] as const) : [],
    roles.length > 0 ? (["roles"] as const) : [],
    users.length > 0 ? (["users"] as const) : [],
    customers ? (["customers"] as const) : [],
  ].flat();
  if (selectors.length === 0) return numbers;
  try {
    const { people } = await tidings.previewMessage({
      message,
      category,
      recipients: selectors,
      ...(groups !== null && hasGroups && { group_ids: groups }),
      ...(segments.length > 0 && { segment_ids: segments }),
      ...(roles.length > 0 && { role_ids: roles }),
      ...(users.length > 0 && { users }),
    });
    return people.final + numbers;
  } catch {
    // The run itself tells what is wrong.
    return null;
  }
}
