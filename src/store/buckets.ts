import { uuidTime, type Uuid } from "#lib/ids";

/** Quarter hours: fine enough for the local days of every time zone. */
export const BUCKET_S = 15 * 60;
export const BUCKET_MS = BUCKET_S * 1_000;

/** SQL for when a message was accepted, in milliseconds since 1970: the first 48 bits of its id. */
export const acceptedMs = (id: string): string => `('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint`;

/** The quarter hour in which the roll-ups count a message, in PostgreSQL's format. */
export function bucketOf(messageId: Uuid): string {
  const millis = uuidTime(messageId);
  return new Date(millis - (millis % BUCKET_MS)).toISOString();
}
