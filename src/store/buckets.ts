import { uuidTime, type Uuid } from "#lib/ids";

/** Quarter hours: fine enough for the local days of every time zone. */
export const BUCKET_S = 15 * 60;
const BUCKET_MS = BUCKET_S * 1_000;

/** The quarter hour in which the roll-ups count a message, in PostgreSQL's format. */
export function bucketOf(messageId: Uuid): string {
  const millis = uuidTime(messageId);
  return new Date(millis - (millis % BUCKET_MS)).toISOString();
}
