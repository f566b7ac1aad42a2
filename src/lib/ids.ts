import { randomUUID } from "node:crypto";

import type { Brand } from "./brand.ts";

/** A UUIDv7 in its canonical text form: the first 48 bits are its creation time in milliseconds. */
export type Uuid = Brand<string, "Uuid">;

/** The canonical text form of any UUID. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Generates a UUIDv7 (RFC 9562 §5.7) for a given instant. Wherever the id becomes a row, the instant is *database*
 * time: otherwise a node with a wrong clock would write into a month that has no partition.
 */
export function uuidv7(millis: number): Uuid {
  const time = Math.floor(millis).toString(16).padStart(12, "0");
  // The random part of a v4, variant included: the platform generates those in advance, 0.1 µs against 1.7 µs.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}` as Uuid;
}

/** The milliseconds since 1970 that a UUIDv7 contains. */
export function uuidTime(id: Uuid): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The last instant that fits in 48 bits, in the year 10889. */
const LATEST = 2 ** 48 - 1;

/** The lowest UUID whose time is `millis`: turns a date into a bound on a time-ordered key. */
export function uuidFloor(millis: number): Uuid {
  const time = Math.min(LATEST, Math.max(0, Math.floor(millis)))
    .toString(16)
    .padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000` as Uuid;
}

/** Before every id, and after every id. */
export const FIRST_ID = uuidFloor(0);
export const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff" as Uuid;

/** `msg_` + UUID: an id in the API. */
export function withPrefix(prefix: string, id: Uuid): string {
  return `${prefix}_${id}`;
}

/** The UUID in `msg_…`, or null where the text does not have that form. */
export function withoutPrefix(prefix: string, text: string): Uuid | null {
  const head = `${prefix}_`;
  if (!text.startsWith(head)) return null;
  const id = text.slice(head.length).toLowerCase();
  return UUID.test(id) ? (id as Uuid) : null;
}
