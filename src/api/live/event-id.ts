import type { Place } from "#domain/live/change-store";

const LONGEST = 2_000;

/** A place in the history of changes as the id of an event: short, and without spaces or line ends. */
export const eventIdOf = ({ events, tables }: Place): string =>
  Buffer.from(JSON.stringify([events, tables])).toString("base64url");

/** The place that an id stands for; null: the id is invalid. */
export function placeOfEventId(id: string): Place | null {
  if (id.length > LONGEST) return null;
  try {
    const [events, tables] = JSON.parse(Buffer.from(id, "base64url").toString()) as [unknown, unknown];
    if (!Number.isSafeInteger(events) || typeof tables !== "object" || tables === null) return null;
    return { events: events as number, tables: tables as Place["tables"] };
  } catch {
    return null;
  }
}
