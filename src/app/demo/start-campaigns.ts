import { day } from "#lib/time";

import { DemoRefused } from "./demo-refusal.ts";
import { campaign, schedules } from "./demo-objects.ts";
import type { DemoService } from "./open-demo.ts";

/** Most people of the campaign. */
const MAX_RECIPIENTS = 500;

/**
 * Starts the slow campaign, and schedules the next ones if a license allows it. All name the sandbox: even if the
 * default route changes, they are never sent through another gateway.
 *
 * @param from.groups ids with the number of their members
 * @returns the campaign's prefixed id, and how many schedules there are
 */
export async function startCampaigns(
  { call, service, db }: Pick<DemoService, "call" | "service" | "db">,
  from: { readonly gateway: string; readonly groups: readonly { readonly id: number; readonly members: number }[] },
): Promise<{ readonly campaign: string | null; readonly schedules: number }> {
  const { gateway } = from;
  const suitable = from.groups.filter(({ members }) => members > 0 && members <= MAX_RECIPIENTS);
  const group = suitable.toSorted((a, b) => b.members - a.members)[0];
  const sent = group ? await started(call, { gateway, group_ids: [group.id] }) : null;
  const { usable } = await service.licenses.report();
  if (!usable.includes("scheduling")) return { campaign: sent, schedules: 0 };
  let count = 0;
  for (const { message, days, hour, every } of schedules) {
    if (every && !usable.includes("recurring")) continue;
    const date = new Date(db.now() + days * day).toISOString().slice(0, 10);
    const reply = await call("POST", "/send", {
      message,
      gateway,
      group_ids: [from.groups[0]!.id],
      schedule: `${date}T${String(hour).padStart(2, "0")}:00:00`,
      ...(every && { repeat: { interval: every } }),
    });
    if (reply.ok) count += 1;
  }
  return { campaign: sent, schedules: count };
}

async function started(call: DemoService["call"], to: object): Promise<string> {
  const { message, perMinute } = campaign;
  const reply = await call("POST", "/send", { message, rate_per_minute: perMinute, ...to });
  if (reply.ok) return reply.data.message_id;
  throw new DemoRefused(`The campaign was refused: ${reply.message}`);
}
