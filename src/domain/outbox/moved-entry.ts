import { createHmac, type KeyObject } from "node:crypto";

import { isStorable } from "#lib/storable";

import { contentOf, type MessageContent } from "../messages/content.ts";
import type { Country, Phone } from "../recipients/phone.ts";
import { readForeignNumbers } from "../recipients/foreign-numbers.ts";
import { readMoment } from "../schedules/moment.ts";

/** One row of another system's log, unchanged. */
export type ForeignEntry = {
  /** What the other system calls the row, for the report. */
  readonly reference: string;
  /** Local time of the other system, or with an offset. */
  readonly date: string;
  readonly sender: string | null;
  readonly text: string;
  readonly numbers: readonly string[];
  readonly failed: boolean;
  readonly media: readonly string[];
};

/** Why a row was left out. */
export const unmovedReasons = ["date", "in_the_future", "too_old", "text", "recipients"] as const;
export type UnmovedReason = (typeof unmovedReasons)[number];

/** An entry that can be stored. */
export type MovedEntry = {
  readonly reference: string;
  readonly digest: Buffer;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly content: MessageContent;
  /** Each once. */
  readonly phones: readonly Phone[];
  readonly failed: boolean;
  readonly duplicates: number;
  readonly invalid: number;
};

/** No system of this kind is older, and every month with an entry becomes a partition. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** What MySQL's TEXT contains. */
const LONGEST_TEXT = 65_535;
const LONGEST_SENDER = 40;

/** How rows are read. */
export type MovePlan = {
  readonly source: string;
  /** Of dates without an offset. */
  readonly zone: string;
  readonly country: Country | null;
  readonly now: number;
  /** Entries before this are not kept here; null: all are kept. */
  readonly keptFrom: number | null;
  /** Of the digests. */
  readonly key: KeyObject;
};

export function readForeignEntry(entry: ForeignEntry, plan: MovePlan): MovedEntry | UnmovedReason {
  const { text, media } = entry;
  const moment = readMoment(entry.date, plan.zone);
  if (!moment.ok || moment.value.at < EARLIEST) return "date";
  const { at } = moment.value;
  if (at > plan.now) return "in_the_future";
  if (plan.keptFrom !== null && at < plan.keptFrom) return "too_old";
  if ((text === "" && media.length === 0) || !fits(text, LONGEST_TEXT)) return "text";
  const sender = entry.sender !== null && fits(entry.sender, LONGEST_SENDER) ? entry.sender : null;
  const recipients = readForeignNumbers(entry.numbers, plan.country);
  if (recipients.phones.length === 0) return "recipients";
  return {
    reference: entry.reference,
    digest: digestOf(plan, "log", [entry.reference, entry.date, entry.sender, text, entry.numbers]),
    at,
    content: contentOf({ text, sender: sender || null, media }),
    ...recipients,
    failed: entry.failed,
  };
}

/**
 * Identifies a row by its content in the other system: it stays the same if it is read with another zone or country,
 * and differs between rows of two systems that have the same number. Keyed, because it covers phone numbers.
 */
export function digestOf({ source, key }: Pick<MovePlan, "source" | "key">, kind: string, row: unknown): Buffer {
  return createHmac("sha256", key)
    .update(JSON.stringify([source, kind, row]))
    .digest();
}

const fits = (text: string, most: number): boolean => text.length <= most && isStorable(text);
