import { HIDDEN_TEXT } from "#contract/outbox";
import { limits } from "#contract/limits";
import { readBound } from "#domain/outbox/site-time";
import type { NumberedSchedule, ScheduleNumbers, ScheduleStatus } from "#domain/ports/schedule-numbers";
import { withPrefix } from "#lib/ids";

import { dayOrNothing, readableDate } from "./dates.ts";
import { listOf, textOf, type Parameter } from "./parameters.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { refusalOf, type CompatCall, type CompatRoute, type Told } from "./route.ts";
import { siteTime, type SiteServices } from "./site.ts";

export type ScheduleServices = SiteServices & { readonly numbered: ScheduleNumbers };

/** What the two kinds do not share. */
type Kind = {
  readonly path: "/scheduled" | "/repeating";
  readonly repeating: boolean;
  readonly statuses: readonly ScheduleStatus[];
  /** What can be done to one: its last name, and the endpoint. */
  readonly verbs: Readonly<Record<string, string>>;
};

const SCHEDULED: Kind = {
  path: "/scheduled",
  repeating: false,
  statuses: ["pending", "sent", "failed"],
  verbs: { send: "POST /schedules/{id}/run" },
};

const REPEATING: Kind = {
  path: "/repeating",
  repeating: true,
  statuses: ["active", "paused", "completed"],
  verbs: { pause: "POST /schedules/{id}/pause", resume: "POST /schedules/{id}/resume" },
};

const DELETE = "DELETE /schedules/{id}";
const MOST_IDS = 1_000;
const access = "svc_sendsms";

/** `/scheduled` and `/repeating`: messages that go later, by number. New ones are made by `/send`. */
export function scheduleRoutes(services: ScheduleServices): CompatRoute[] {
  return [SCHEDULED, REPEATING].flatMap((kind) => routesOf(services, kind));
}

function routesOf(services: ScheduleServices, kind: Kind): CompatRoute[] {
  const { path, repeating } = kind;
  const one = (method: "POST" | "DELETE", end: string, route: string): CompatRoute => ({
    method,
    path: `${path}/{id}${end}`,
    access,
    async handle(call) {
      const told = await change(services, kind, call, Number(textOf(call.fields, "id")), route);
      return told === null ? missing() : told.ok ? succeeded(told.message) : refusalOf(told);
    },
  });
  // A status that the reference has and we have not is one that none has.
  const status: Parameter = { type: "string", oneOf: [...kind.statuses, "ended", "all"] };
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
      async handle({ fields }) {
        const found = await services.numbered.find(Number(textOf(fields, "id")), repeating);
        return found ? succeeded("", itemOf(services, found)) : missing();
      },
    },
    ...Object.entries(kind.verbs).map(([verb, route]) => one("POST", `/${verb}`, route)),
    one("DELETE", "", DELETE),
    {
      method: "POST",
      path: `${path}/bulk`,
      access,
      parameters: {
        action: { required: true, type: "string", oneOf: ["delete", ...Object.keys(kind.verbs)] },
        ids: { required: true, type: "array" },
      },
      handle: (call) => bulk(services, kind, call),
    },
  ];
}

async function list(services: ScheduleServices, kind: Kind, { fields }: CompatCall): Promise<CompatReply> {
  const zone = services.timeZone();
  const page = Math.abs(Number(textOf(fields, "page") || "1"));
  const limit = Math.min(limits.perPage, Math.abs(Number(textOf(fields, "per_page") || "20")));
  if (page === 0 || limit === 0) return refused("page and per_page begin at 1.");
  const status = textOf(fields, "status");
  const [from, to] = [dayOrNothing(fields.get("date_from")), dayOrNothing(fields.get("date_to"))];
  const filter = {
    repeating: kind.repeating,
    status: status === "" || status === "all" ? null : (status as ScheduleStatus),
    search: textOf(fields, "search").replaceAll("\0", "").trim() || null,
    from: from === undefined ? null : readBound(from, zone, "from"),
    to: to === undefined ? null : readBound(to, zone, "to"),
  };
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
  const found = await services.numbered.list(filter, { offset, limit });
  const total = await services.numbered.count(filter);
  const counts = await services.numbered.stats(kind.repeating);
  const sum = Object.values(counts).reduce((all, count) => all + count, 0);
  return succeeded("", {
    items: found.map((one) => itemOf(services, one)),
    pagination: { total, total_pages: Math.ceil(total / limit), current_page: page, per_page: limit },
    stats: { total: sum, ...Object.fromEntries(kind.statuses.map((name) => [name, counts[name] ?? 0])) },
  });
}

/** Whom groups, roles and customers reach is asked at each run: they are counted by nobody before. */
function itemOf(services: ScheduleServices, { number, status, schedule, frozen }: NumberedSchedule) {
  const { message, repeat, nextRun, lastRun, start } = schedule;
  const at = (millis: number | null | undefined): string =>
    millis == null ? "" : siteTime(services, new Date(millis).toISOString());
  const date = at(nextRun ?? lastRun ?? start.at);
  return {
    id: number,
    date,
    date_formatted: readableDate(date),
    sender: message.sender ?? "",
    recipient: message.phones.join(","),
    recipient_count: message.phones.length + frozen,
    message: message.category === "otp" ? HIDDEN_TEXT : message.text,
    media: message.media,
    status,
    ...(repeat && {
      interval: repeat.every,
      interval_unit: repeat.unit,
      starts_at: at(start.at),
      ends_at: repeat.until === null ? null : at(repeat.until),
      next_occurrence: status === "active" && nextRun !== null ? at(nextRun) : null,
      occurrences_sent: schedule.runs,
      max_occurrences: null,
    }),
  };
}

async function bulk(services: ScheduleServices, kind: Kind, call: CompatCall): Promise<CompatReply> {
  const numbers = [...new Set(listOf(call.fields.get("ids")).map(Number))].filter(
    (id) => Number.isSafeInteger(id) && id > 0,
  );
  if (numbers.length === 0 || numbers.length > MOST_IDS) return refused(`ids must name 1 to ${MOST_IDS} messages.`);
  const action = textOf(call.fields, "action");
  const route = action === "delete" ? DELETE : kind.verbs[action]!;
  let affected = 0;
  for (const number of numbers) {
    const told = await change(services, kind, call, number, route);
    // Without the add-on none of them runs.
    if (told?.code === "addon_required" || told?.code === "forbidden") return refusalOf(told);
    if (told?.ok === true) affected += 1;
  }
  return succeeded(`${affected} messages changed.`, { affected });
}

/** null: there is none of this number. */
async function change(
  { numbered }: ScheduleServices,
  { repeating, path }: Kind,
  { ask }: CompatCall,
  number: number,
  route: string,
): Promise<Told | null> {
  const found = await numbered.find(number, repeating);
  if (!found) return null;
  return ask(route, { id: withPrefix("sch", found.schedule.id) }, `${path}/${number}`);
}

function missing(): CompatReply {
  return refused("There is no such message.", 404);
}
