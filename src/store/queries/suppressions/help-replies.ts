import type { HelpReplies } from "#domain/opt-out/help-replies";

import type { Db } from "../../database.ts";
import { deleteUnlocked } from "../delete-unlocked.ts";

/** Two messages of one number at the same moment wait for each other at the row. */
const TAKE = `
with forgotten as (
  ${deleteUnlocked("help_replies", "where at <= now() - interval '1 hour' and phone <> $1 order by phone limit 100")}
)
insert into help_replies (phone, at) values ($1, now())
on conflict (phone) do update set at = excluded.at where help_replies.at <= now() - interval '1 hour' returning phone`;

export function helpReplyQueries(db: Db): HelpReplies {
  return {
    take: async (phone) => (await db.query("take help reply", TAKE, [phone])).length > 0,
  };
}
