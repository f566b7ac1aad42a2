import { uuidTime, type Uuid } from "#lib/ids";

/** Quarter hours: fine enough for the site days of every time zone. */
const BUCKET_MS = 15 * 60_000;

/** The quarter hour in which the roll-ups count a message, as PostgreSQL reads it. */
export function bucketOf(messageId: Uuid): string {
  const millis = uuidTime(messageId);
  return new Date(millis - (millis % BUCKET_MS)).toISOString();
}
