import { limits } from "#contract/limits";
import { withPrefix } from "#lib/ids";

import type { ExpandDeps } from "./expand.ts";
import { idsOf, listOf, pageOf, textOf } from "./parameters.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { refusalOf, type CompatCall, type CompatRoute, type ApiResult } from "./route.ts";
import { scheduleChangeRoutes } from "./schedule-changes.ts";
import { scheduleExportRoute } from "./schedule-export.ts";
import {
  filterOf,
  itemOf,
  noSuchMessage,
  REPEATING,
  SCHEDULED,
  statsOf,
  statusParameter,
  type Kind,
  type ScheduleEndpointDeps,
} from "./schedule-item.ts";

const DELETE = "DELETE /schedules/{id}";
const access = "svc_sendsms";

/** `/scheduled` and `/repeating`: scheduled messages by number, whether created here or by `/send`. */
export function scheduleRoutes(services: ScheduleEndpointDeps & ExpandDeps): CompatRoute[] {
  return [SCHEDULED, REPEATING].flatMap((kind) => [
    ...routesOf(services, kind),
    ...scheduleChangeRoutes(services, kind),
    scheduleExportRoute(services, kind),
  ]);
}

function routesOf(services: ScheduleEndpointDeps, kind: Kind): CompatRoute[] {
  const { path, repeating } = kind;
  const one = (method: "POST" | "DELETE", end: string, route: string): CompatRoute => ({
    method,
    path: `${path}/{id}${end}`,
    access,
    async handle(call) {
      const result = await change(services, kind, call, Number(textOf(call.fields, "id")), route);
      return result === null ? noSuchMessage() : result.ok ? succeeded(result.message) : refusalOf(result);
    },
  });
  const status = statusParameter(kind);
  return [
    {
      method: "GET",
      path,
      access,
      parameters: { page: { type: "integer" }, per_page: { type: "integer" }, search: { type: "string" }, status },
      handle: (call) => list(services, kind, call),
    },
    {
      method: "GET",
      path: `${path}/{id}`,
      access,
      async handle({ fields, caller }) {
        const found = await services.numbered.find(Number(textOf(fields, "id")), repeating);
        return found ? succeeded("", itemOf(services, caller, found)) : noSuchMessage();
      },
    },
    ...Object.entries(kind.commands).map(([action, route]) => one("POST", `/${action}`, route)),
    one("DELETE", "", DELETE),
    {
      method: "POST",
      path: `${path}/bulk`,
      access,
      parameters: {
        action: { required: true, type: "string", oneOf: ["delete", ...Object.keys(kind.commands)] },
        ids: { required: true, type: "array" },
      },
      handle: (call) => bulk(services, kind, call),
    },
  ];
}

async function list(services: ScheduleEndpointDeps, kind: Kind, call: CompatCall): Promise<CompatReply> {
  const { fields, caller } = call;
  const { page, per_page } = pageOf(fields);
  const limit = Math.min(limits.perPage, per_page);
  if (page === 0 || limit === 0) return refused("page and per_page begin at 1.");
  const filter = filterOf(services, kind, call);
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const found = await services.numbered.list(filter, { offset, limit });
  const total = await services.numbered.count(filter);
  const counts = await services.numbered.stats(kind.repeating);
  return succeeded("", {
    items: found.map((one) => itemOf(services, caller, one)),
    pagination: { total, total_pages: Math.ceil(total / limit), current_page: page, per_page: limit },
    stats: statsOf(kind, counts),
  });
}

async function bulk(services: ScheduleEndpointDeps, kind: Kind, call: CompatCall): Promise<CompatReply> {
  const numbers = idsOf(listOf(call.fields.get("ids")), "messages");
  if ("body" in numbers) return numbers;
  const action = textOf(call.fields, "action");
  const route = action === "delete" ? DELETE : kind.commands[action]!;
  let affected = 0;
  for (const number of numbers) {
    const result = await change(services, kind, call, number, route);
    // Without the add-on, none of them can run.
    if (result?.code === "addon_required" || result?.code === "forbidden") return refusalOf(result);
    if (result?.ok === true) affected += 1;
  }
  return succeeded(`${affected} messages changed.`, { affected });
}

/** null: there is none with this number. */
async function change(
  { numbered }: ScheduleEndpointDeps,
  { repeating, path }: Kind,
  { callApi }: CompatCall,
  number: number,
  route: string,
): Promise<ApiResult | null> {
  const found = await numbered.find(number, repeating);
  if (!found) return null;
  return callApi(route, { id: withPrefix("sch", found.schedule.id) }, `${path}/${number}`);
}
