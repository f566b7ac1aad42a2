import { isStorable } from "#lib/storable";

import { contentOf, MESSAGE_UNITS } from "../messages/content.ts";
import type { Category } from "../messages/message.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import { MAX_NUMBERS } from "../recipients/numbers.ts";
import { readForeignNumbers } from "../recipients/foreign-numbers.ts";
import type { Plan } from "./read-plan.ts";
import { nextAfter } from "./next-run.ts";
import { MAX_UNITS, repeatUnits, type RepeatUnit } from "./repeat.ts";
import { readMoment, readSchedule } from "./moment.ts";

/** A scheduled message of another system, unchanged. */
export type ForeignSchedule = {
  readonly reference: string;
  readonly text: string;
  /** `unusable`: there is one, which no gateway accepts. */
  readonly sender: string | null | { readonly unusable: true };
  readonly numbers: readonly string[];
  readonly media: readonly string[];
  /** The first run: local time of the other system, or with an offset. */
  readonly start: string;
  readonly repeat: { readonly value: string; readonly unit: string; readonly end: string | null } | null;
  /** It was sent there. */
  readonly done: boolean;
};

/** Why a schedule was left out. The last ones are refusals of the rules that hold for every schedule. */
export const unmovedScheduleReasons = [
  "date",
  "repeat",
  "text",
  "sender",
  "recipients",
  "license",
  "gateway",
  "media",
  "consent",
] as const;
export type UnmovedScheduleReason = (typeof unmovedScheduleReasons)[number];

/** A schedule with a run that is still to come. */
export type ReadSchedule = {
  readonly plan: Plan;
  readonly nextRun: number;
  readonly content: ReturnType<typeof contentOf>;
  readonly phones: readonly Phone[];
  readonly duplicates: number;
  readonly invalid: number;
};

export type ScheduleReading = {
  readonly zone: string;
  readonly country: Country | null;
  readonly now: number;
  readonly category: Category;
};

/** @returns "past" if none of its runs is still to come */
export function readForeignSchedule(
  schedule: ForeignSchedule,
  { zone, country, now }: ScheduleReading,
): ReadSchedule | "past" | UnmovedScheduleReason {
  if (schedule.done) return "past";
  const times = timesOf(schedule, zone, now);
  if (typeof times === "string") return times;
  const { text, sender, media } = schedule;
  if (typeof sender === "object" && sender !== null) return "sender";
  if (!isStorable(text) || text.length > MESSAGE_UNITS || (text === "" && media.length === 0)) return "text";
  const recipients = readForeignNumbers(schedule.numbers, country);
  if (recipients.phones.length === 0 || recipients.phones.length > MAX_NUMBERS) return "recipients";
  return {
    ...times,
    content: contentOf({ text, sender, media }),
    ...recipients,
  };
}

/** A repeat keeps its first run, from which it counts, although that has passed. */
function timesOf(
  { start, repeat }: ForeignSchedule,
  zone: string,
  now: number,
): Pick<ReadSchedule, "plan" | "nextRun"> | "past" | "date" | "repeat" {
  if (repeat === null) {
    const moment = readSchedule(start, zone, now);
    if (!moment.ok) return moment.error.code === "in_the_past" ? "past" : "date";
    return { plan: { start: moment.value, zone, repeat: null }, nextRun: moment.value.at };
  }
  const first = readMoment(start, zone);
  const end = repeat.end === null ? null : readMoment(repeat.end, zone);
  if (!first.ok || (end !== null && !end.ok)) return "date";
  const every = /^\d{1,4}$/.test(repeat.value) ? Number(repeat.value) : 0;
  const unit = unitOf(repeat.unit);
  if (unit === null || every < 1 || every > MAX_UNITS) return "repeat";
  const rule = { start: first.value, zone, every, unit, until: end === null ? null : end.value.at };
  const nextRun = first.value.at > now ? first.value.at : nextAfter(rule, now);
  if (nextRun === null || (rule.until !== null && nextRun > rule.until)) return "past";
  return { plan: { start: first.value, zone, repeat: rule }, nextRun };
}

/** In the singular or the plural, as PHP reads both. */
function unitOf(text: string): RepeatUnit | null {
  const name = text.trim().toLowerCase().replace(/s$/, "");
  return repeatUnits.find((unit) => unit === name) ?? null;
}
