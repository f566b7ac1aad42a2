import { CHUNK_SIZE } from "#domain/deliveries/queue";
import { priorityOf, type NewMessage } from "#domain/messages/message";

import { byteaArrayOfHex, int2Array, int4Array, textArray, uuidArray } from "../../binary-array.ts";
import { bucketOf } from "../../buckets.ts";
import type { Form } from "./accept-statement.ts";
import { isPrepared, type Entry } from "./entries.ts";

/** The form of the accept statement with the fewest steps that writes all of these. */
export function formOf(entries: readonly Entry[]): Form {
  if (entries.some(({ message }) => message.content.personal)) return "personal";
  return entries.length <= CHUNK_SIZE && entries.every(isSingle) ? "single" : "general";
}

function isSingle({ message: { phones, audience }, suppressed }: Entry): boolean {
  return phones.length === 1 && audience === null && suppressed.length === 0;
}

/**
 * The parameters of the accept statement, in its order.
 *
 * @param until when it must have begun, milliseconds since 1970 of the database's clock
 */
export function parametersOf(entries: readonly Entry[], form: Form, until: number): unknown[] {
  const commons = commonPlaces();
  const recipients = { places: [] as number[], phones: [] as string[] };
  const stopped = { places: [] as number[], phones: [] as string[] };
  const accepted: number[] = [];
  const places: number[] = [];
  entries.forEach(({ message, suppressed }, index) => {
    const blocked = suppressed.length === 0 ? null : new Set(suppressed);
    let { phones } = message;
    if (isPrepared(message)) phones = NOBODY;
    for (const phone of phones) {
      const list = blocked?.has(phone) ? stopped : recipients;
      list.places.push(index + 1);
      list.phones.push(phone);
    }
    accepted.push(phones.length - suppressed.length);
    places.push(commons.add(message));
  });
  const all = [
    uuidArray(entries.map(({ id }) => id)),
    byteaArrayOfHex(entries.map(({ idempotent }) => idempotent?.key ?? null)),
    byteaArrayOfHex(entries.map(({ idempotent }) => idempotent?.fingerprint ?? null)),
    int2Array(entries.map(({ reply }) => reply?.status ?? null)),
    textArray(entries.map(({ reply }) => reply?.body ?? null)),
    textArray(entries.map(({ message }) => message.content.text)),
    int4Array(accepted),
    int4Array(entries.map(({ message }) => message.duplicates)),
    int4Array(entries.map(({ message }) => message.invalid)),
    int4Array(entries.map(({ suppressed }) => suppressed.length)),
    int2Array(places),
    uuidArray(entries.map(({ message }) => message.scheduleId ?? null)),
    textArray(recipients.phones),
    commons.json(),
    bucketOf(entries[0]!.id),
    new Date(until).toISOString(),
  ];
  if (form === "single") return all;
  all.push(int4Array(recipients.places), int4Array(stopped.places), textArray(stopped.phones));
  return form === "personal" ? [...all, ...personalParametersOf(entries)] : all;
}

const NOBODY: readonly [] = [];

/** The parameters after the others if some of the messages are personal. @throws Error if a recipient has no text */
function personalParametersOf(entries: readonly Entry[]): unknown[] {
  const own = { texts: [] as (string | null)[], segments: [] as (number | null)[] };
  const prepared = { places: [] as number[], phones: [] as string[], texts: [] as string[], segments: [] as number[] };
  entries.forEach(({ message, suppressed }, index) => {
    const blocked = new Set<string>(suppressed);
    for (const phone of message.phones) {
      const text = message.texts?.get(phone);
      if (message.content.personal && !text) throw new Error("a recipient of a personal message has no text");
      if (text && isPrepared(message)) {
        prepared.places.push(index + 1);
        prepared.phones.push(phone);
        prepared.texts.push(text.text);
        prepared.segments.push(text.segments);
      } else if (!blocked.has(phone)) {
        own.texts.push(text?.text ?? null);
        own.segments.push(text?.segments ?? null);
      }
    }
  });
  return [
    textArray(own.texts),
    int2Array(own.segments),
    int4Array(prepared.places),
    textArray(prepared.phones),
    textArray(prepared.texts),
    int2Array(prepared.segments),
  ];
}

/** What messages of a batch have in common, each once. */
function commonPlaces() {
  const places = new Map<string, number>();
  let last: { readonly common: Record<string, unknown>; readonly place: number } | null = null;
  return {
    /** @returns its index in the list */
    add(message: NewMessage): number {
      const common = commonOf(message);
      // Written as JSON only if it differs from the one before, which in most batches it never does.
      if (last && hasSameValues(common, last.common)) return last.place;
      const text = JSON.stringify(common);
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      last = { common, place };
      return place;
    },
    json: () => `[${[...places.keys()].map((text, place) => `{"common":${place},${text.slice(1)}`).join(",")}]`,
  };
}

/** Of two records with the same names: whether no value differs. Objects are compared by identity. */
function hasSameValues(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  for (const name of Object.keys(one)) if (one[name] !== other[name]) return false;
  return true;
}

/** What many messages of a batch have in common. */
function commonOf(message: NewMessage): Record<string, unknown> {
  return {
    ...message.content,
    // Each message has its own, as a parameter. A rest in place of this would be a second copy.
    text: undefined,
    category: message.category,
    priority: priorityOf[message.category],
    route: message.route,
    valid_for: message.validFor,
    rate_per_minute: message.ratePerMinute,
    audience: message.audience,
    resent_audience: message.resentAudience ?? null,
    named: message.named,
    created_by: message.createdBy,
    answers_opt_out: message.answersOptOut ?? false,
  };
}
