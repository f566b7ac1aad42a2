import type { Caller } from "#domain/access/capability";
import type { NumberedSchedule, ScheduleFilter } from "#domain/schedules/schedule-numbers";
import { asCell } from "#lib/csv/cells";

import type { CompatRoute } from "./route.ts";
import { fileTime } from "./site.ts";
import {
  filterOf,
  itemOf,
  statusParameter,
  type Kind,
  type ScheduleItem,
  type ScheduleEndpointDeps,
} from "./schedule-item.ts";
import { tableReply } from "./write-table.ts";

const HEADS = {
  "/scheduled": ["ID", "Scheduled Date", "Sender", "Recipient", "Message", "Status"],
  "/repeating": ["ID", "Sender", "Recipient", "Message", "Interval", "Starts At", "Ends At", "Status"],
} as const;
const PER_PAGE = 500;

/** `GET /scheduled/export`, `GET /repeating/export`: all matching items in one list. */
export function scheduleExportRoute(services: ScheduleEndpointDeps, kind: Kind): CompatRoute {
  return {
    method: "GET",
    path: `${kind.path}/export`,
    access: "svc_sendsms",
    parameters: { status: statusParameter(kind) },
    async handle(call) {
      const name = `${kind.path.slice(1)}-export-${fileTime(services).slice(0, 10)}.csv`;
      const filter = filterOf(services, kind, call);
      return tableReply({
        field: "data",
        heads: HEADS[kind.path],
        pages: pages(services, call.caller, { kind, filter }),
        name,
      });
    },
  };
}

async function* pages(
  services: ScheduleEndpointDeps,
  caller: Caller,
  { kind, filter }: { readonly kind: Kind; readonly filter: ScheduleFilter },
): AsyncGenerator<readonly unknown[]> {
  // By number and not by offset: items that are created, sent or deleted meanwhile would move the others across pages.
  for (let below: number | null = null; ;) {
    const found: readonly NumberedSchedule[] = await services.numbered.list(filter, { below, limit: PER_PAGE });
    yield found.map((one) => rowOf(kind, itemOf(services, caller, one)));
    if (found.length < PER_PAGE) return;
    below = found.at(-1)!.number;
  }
}

function rowOf({ repeating }: Kind, item: ScheduleItem): readonly unknown[] {
  const { id, date, recipient } = item;
  const [sender, message] = [asCell(item.sender), asCell(item.message)];
  const status = item.status.charAt(0).toUpperCase() + item.status.slice(1);
  if (!repeating) return [id, date, sender, recipient, message, status];
  const { interval = 1, interval_unit: unit = "", starts_at: start = "", ends_at: end } = item;
  const every = `Every ${interval} ${unit}${interval === 1 ? "" : "s"}`;
  return [id, sender, recipient, message, every, start, end ?? "", status];
}
