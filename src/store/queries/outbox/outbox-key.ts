import type { OutboxKey } from "#domain/outbox/outbox-store";

import type { Db } from "../../database.ts";

/** Finds the position of a log entry by its number. Searches every month: for one entry, not for a list. */
export function outboxKey(db: Db): (id: number) => Promise<OutboxKey | null> {
  return async (id) => {
    const [row] = await db.query<OutboxKey>(
      "outbox key",
      'select message_id as "messageId", phone from deliveries where id = $1',
      [id],
    );
    return row ?? null;
  };
}
