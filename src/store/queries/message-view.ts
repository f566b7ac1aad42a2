import type { Category, MessageState } from "#domain/messages/message";
import type { MessageViews } from "#domain/ports/message-view";
import type { Uuid } from "#lib/ids";

import type { Db } from "../database.ts";
import { deliveriesTable } from "../partitions.ts";

type Row = {
  id: Uuid;
  state: MessageState;
  reason: string | null;
  category: Category;
  sender: string | null;
  body: string;
  segments: number;
  encoding: "gsm7" | "ucs2";
  matched: number;
  accepted: number;
  duplicates: number;
  invalid: number;
  suppressed: number;
  first_sent_at: Date | null;
  finished_at: Date | null;
};

const FIND = `
select id, state, reason, category, sender, body, segments, encoding, matched, accepted, duplicates, invalid, suppressed,
  first_sent_at, finished_at
from messages where id = $1`;

export function messageViewQueries(db: Db): MessageViews {
  return {
    async find(id) {
      const [row] = await db.query<Row>("message", FIND, [id]);
      if (!row) return null;
      const table = deliveriesTable(id);
      const counts = await db.query<{ state: string; count: number }>(
        `delivery counts ${table}`,
        `select state::text, count(*) from ${table} where message_id = $1 group by state order by state`,
        [id],
      );
      const { matched, accepted, duplicates, invalid, suppressed } = row;
      return {
        id,
        state: row.state,
        reason: row.reason,
        category: row.category,
        sender: row.sender,
        text: row.body,
        segments: row.segments,
        encoding: row.encoding,
        recipients: { matched, accepted, duplicates, invalid, suppressed },
        deliveries: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
        firstSentAt: row.first_sent_at?.getTime() ?? null,
        finishedAt: row.finished_at?.getTime() ?? null,
      };
    },
  };
}
