import type { SetupLinkStore } from "#domain/users/setup-link-store";

import type { Db } from "../../database.ts";

export function setupLinkQueries(db: Db): SetupLinkStore {
  return {
    async replace({ userId, hash, seconds }) {
      await db.query("setup link", REPLACE, [userId, hash, seconds]);
    },
    async find(hash) {
      const [row] = await db.query<{ user_id: number }>("setup link find", FIND, [hash]);
      return row?.user_id ?? null;
    },
    async take(hash) {
      const [row] = await db.query<{ user_id: number }>("setup link take", TAKE, [hash]);
      return row?.user_id ?? null;
    },
    async remove(userId) {
      await db.query("setup link remove", "delete from setup_links where user_id = $1", [userId]);
    },
  };
}

const REPLACE = `
insert into setup_links (user_id, hash, expires_at) values ($1, $2, now() + make_interval(secs => $3))
on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`;

const FIND = "select user_id from setup_links where hash = $1 and expires_at > now()";
const TAKE = "delete from setup_links where hash = $1 and expires_at > now() returning user_id";
