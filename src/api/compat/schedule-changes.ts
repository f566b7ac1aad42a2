import type { NumberedSchedule } from "#domain/schedules/schedule-numbers";
import { readEnd, readMoment } from "#domain/schedules/moment";
import { withoutPrefix, withPrefix } from "#lib/ids";
import { isoTime } from "#lib/iso-time";
import type { Result } from "#lib/result";
import { isDay } from "#lib/time";

import { completeMoment } from "./dates.ts";
import type { ExpandDeps } from "./expand.ts";
import { listOf, textOf, type Fields } from "./parameters.ts";
import { refused, succeeded, type CompatReply } from "./replies.ts";
import { changeRoutes, isReported, refusalOf, type CompatCall, type CompatRoute } from "./route.ts";
import { itemOf, noSuchMessage, type Kind, type ScheduleItem, type ScheduleEndpointDeps } from "./schedule-item.ts";
import { sendAs } from "./send.ts";

/** What an edit window does not show, so that a client must not believe it has changed. */
const FIXED = {
  recipient: "recipient",
  recipients: "recipient",
  numbers: "recipient",
  media: "media",
  media_urls: "media",
} as const;
/** What no item shows at all. */
const UNSHOWN = ["group_ids", "role_ids", "users"] as const;

/** Creating and changing items under `/scheduled` and `/repeating`. Times without an offset are in the site's zone. */
export function scheduleChangeRoutes(services: ScheduleEndpointDeps & ExpandDeps, kind: Kind): CompatRoute[] {
  const access = "svc_sendsms";
  const text = { type: "string" } as const;
  const start = kind.repeating ? "start_date" : "scheduled_date";
  return [
    {
      method: "POST",
      path: kind.path,
      access,
      parameters: {
        message: { required: true, ...text },
        recipients: { required: true },
        [start]: { required: true, ...text },
        sender: text,
        media_urls: { type: "array" },
        ...(kind.repeating && { interval_value: { type: "integer" }, interval_unit: text }),
      },
      handle: (call) => make(services, kind, call, start),
    },
    ...changeRoutes({
      path: `${kind.path}/{id}`,
      access,
      parameters: { message: text, sender: text },
      handle: (call) => change(services, kind, call),
    }),
  ];
}

async function make(
  services: ScheduleEndpointDeps & ExpandDeps,
  { repeating }: Kind,
  call: CompatCall,
  start: string,
): Promise<CompatReply> {
  if (isCounted(call.fields)) return refused(UNCOUNTED);
  const fields = new Map(call.fields);
  fields.set("schedule", completeMoment(textOf(fields, start)));
  if (repeating) {
    const end = textOf(fields, "end_date");
    fields.set("repeat", {
      interval: intervalOf(fields, { value: 1, unit: "day" }),
      ...(end !== "" && { endDate: endOf(end) }),
    });
  } else fields.delete("repeat");
  const result = await sendAs(services, { ...call, fields });
  if (!isReported(result)) return result;
  if (!result.ok) return refusalOf(result);
  const made = await services.numbered.made(withoutPrefix("sch", String(result.data["schedule_id"]))!);
  // It may already have run, and been deleted.
  const data = made ? itemOf(services, call.caller, made) : [];
  return { ...succeeded(result.message, data, 201), headers: result.headers };
}

async function change(
  services: ScheduleEndpointDeps,
  kind: Kind,
  { fields, caller, callApi }: CompatCall,
): Promise<CompatReply> {
  const number = Number(textOf(fields, "id"));
  const found = await services.numbered.find(number, kind.repeating);
  if (!found) return noSuchMessage();
  const item = itemOf(services, caller, found);
  if (!isSame(item, fields)) {
    return refused("The recipients and the media of a message cannot be changed: delete it and create another.");
  }
  if (isCounted(fields)) return refused(UNCOUNTED);
  const sender = textOf(fields, "sender");
  if (fields.has("sender") && sender === "" && item.sender !== "") {
    return refused("The sender cannot be removed: set another one.");
  }
  const times = kind.repeating
    ? repeatOf(services.timeZone(), found, item, fields)
    : startOf(services.timeZone(), item.date, textOf(fields, "date") || textOf(fields, "scheduled_date"));
  if (typeof times === "string") return refused(times);
  const message = textOf(fields, "message");
  const changes = {
    message: fields.has("message") && message !== item.message ? message : undefined,
    sender: sender === "" || sender === item.sender ? undefined : sender,
    ...times,
  };
  if (Object.values(changes).every((value) => value === undefined)) return succeeded("Nothing was changed.", item);
  const { schedule } = found;
  const { personal } = schedule.message.content;
  const result = await callApi("PATCH /schedules/{id}", {
    id: withPrefix("sch", schedule.id),
    version: schedule.version,
    ...changes,
    // A text of WP SMS has no variables, unless the schedule was made here with some.
    ...(changes.message !== undefined && !personal && { personalize: false }),
  });
  if (!result.ok) return refusalOf(result);
  const after = await services.numbered.find(number, kind.repeating);
  return succeeded(result.message, after ? itemOf(services, caller, after) : []);
}

function isSame(item: ScheduleItem, fields: Fields): boolean {
  const listed = (value: unknown): string => listOf(value).map(String).toSorted().join();
  return (
    UNSHOWN.every((name) => listOf(fields.get(name)).length === 0) &&
    Object.entries(FIXED).every(([name, own]) => !fields.has(name) || listed(fields.get(name)) === listed(item[own]))
  );
}

const UNCOUNTED = "A maximum number of runs is not supported: set an end date in end_date.";

/** WP SMS has a maximum number of runs; if it were silently ignored, the messages would continue forever. */
function isCounted(fields: Fields): boolean {
  return Number(fields.get("max_occurrences") ?? 0) !== 0;
}

type Times = { readonly schedule?: string; readonly repeat?: object };

/** @returns the changes, or why they are refused */
function startOf(zone: string, shown: string, given: string): Times | string {
  if (given === "" || isShown(given, shown)) return {};
  const moment = instant(readMoment(completeMoment(given), zone), ({ at }) => at);
  return moment.ok ? { schedule: moment.value } : `The date ${moment.error}.`;
}

function repeatOf(zone: string, { schedule }: NumberedSchedule, item: ScheduleItem, fields: Fields): Times | string {
  const rule = schedule.repeat!;
  const start = startOf(zone, item.starts_at!, textOf(fields, "start_date") || textOf(fields, "starts_at"));
  if (typeof start === "string") return start;
  const interval = intervalOf(fields, { value: rule.every, unit: rule.unit });
  const name = ["ends_at", "end_date"].find((one) => fields.has(one));
  const given = name === undefined ? null : textOf(fields, name);
  // An empty end is valid too: no end.
  const kept = given === null || (given === "" ? rule.until === null : isShown(withoutSeconds(given), item.ends_at));
  if (kept && interval.value === rule.every && interval.unit === rule.unit) return start;
  if (kept) return { ...start, repeat: { interval, ...(rule.until !== null && { endDate: isoTime(rule.until) }) } };
  if (given === "") return { ...start, repeat: { interval } };
  const end = instant(readEnd(endOf(given!), zone), (at) => at);
  return end.ok ? { ...start, repeat: { interval, endDate: end.value } } : `The end ${end.error}.`;
}

function intervalOf(fields: Fields, known: { value: number; unit: string }): { value: number; unit: string } {
  const value = fields.get("interval_value") ?? fields.get("interval") ?? known.value;
  const unit = textOf(fields, "interval_unit") || known.unit;
  return { value: Number(value), unit: unit.toLowerCase().replace(/s$/, "") };
}

/** An edit window shows minutes: saving it unchanged must not lose the seconds. */
function isShown(given: string, shown: string | null | undefined): boolean {
  const cut = given.trim().replace("T", " ");
  return shown != null && (cut === shown || cut === shown.slice(0, 16));
}

/** WP SMS's edit window adds whole minutes to the end that it shows. */
function withoutSeconds(given: string): string {
  return given.trim().replace(/(\d\d:\d\d):00$/, "$1");
}

/** A date alone means the end of that day. */
function endOf(text: string): string {
  return isDay(text.trim()) ? text.trim() : completeMoment(text);
}

/** A schedule has its own zone, which may no longer be the site's: times are passed on with an offset. */
function instant<T>(read: Result<T, { message: string }>, at: (value: T) => number): Result<string, string> {
  return read.ok ? { ok: true, value: isoTime(at(read.value)) } : { ok: false, error: read.error.message };
}
