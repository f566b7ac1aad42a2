import type { Db } from "../../database.ts";
import { takeOver, type ChunkRow } from "./claim.ts";
import { IS_OPEN } from "../messages/open-fragment.ts";

/** It had no owner for a day, and none of its messages is open. */
const DEAD = `
select id, token, route, priority, turn, message_id, message_ids, phones from chunks c
where message_id is null and due < now() - interval '1 day' and not exists (
  select from unnest(c.message_ids) as text(of) join messages m on m.id = text.of
  where m.${IS_OPEN})
order by id limit $1 for update skip locked`;

/**
 * Deletes shared chunks without any wanted delivery that are not claimed because their gateway was removed: they would
 * prevent a month of the log from being dropped. What a dead worker had marked in them is in doubt.
 *
 * @returns how many
 */
export function pruneDeadChunks(db: Db, limit: number): Promise<number> {
  return db.ownTransaction(async () => {
    const rows = await db.query<ChunkRow>("dead chunks", DEAD, [limit]);
    for (const row of rows) await takeOver(db, row, { repeatable: [] });
    if (rows.length > 0) {
      await db.query("end dead chunks", "delete from chunks where id = any($1::bigint[])", [rows.map(({ id }) => id)]);
    }
    return rows.length;
  });
}
