import type { Settlement } from "#domain/deliveries/queue";
import type { Uuid } from "#lib/ids";

import type { Db } from "../../database.ts";
import { isToMany } from "../messages/recipients-fragment.ts";

/**
 * Messages with many recipients whose first delivery has left. Neither this nor how their progress is counted ever
 * changes again, so a settle need not query them any more.
 */
export type OpenedMessages = {
  has(id: Uuid): boolean;
  /** @throws if it is not known */
  get(id: Uuid): OpenedMessage;
  /** Adds those that had more than one delivery in a committed settle. */
  learn(settled: readonly Settlement[]): Promise<void>;
};

export type OpenedMessage = { readonly rolledUp: boolean; readonly category: string; readonly segments: number };

const MOST = 1_000;
const OPENED = `
select id, rolled_up as "rolledUp", category, segments from messages
where id = any($1) and first_sent_at is not null and ${isToMany()}`;

export function openedMessages(db: Db): OpenedMessages {
  const known = new Map<Uuid, OpenedMessage>();

  return {
    has: (id) => known.has(id),
    get: (id) => known.get(id)!,
    async learn(settled) {
      const seen = new Set<Uuid>();
      const unopened = new Set<Uuid>();
      for (const { messageId } of settled) {
        if (seen.has(messageId)) unopened.add(messageId);
        seen.add(messageId);
      }
      if (unopened.size === 0) return;
      const rows = await db.query<{ id: Uuid } & OpenedMessage>("opened messages", OPENED, [[...unopened]]);
      for (const { id, ...message } of rows) known.set(id, message);
      for (const id of known.keys()) {
        if (known.size <= MOST) return;
        known.delete(id);
      }
    },
  };
}
