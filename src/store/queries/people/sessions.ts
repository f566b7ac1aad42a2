import type { Account } from "#domain/users/application-password-store";
import type { SessionStore } from "#domain/access/session-store";

import type { Db } from "../../database.ts";
import { ACCOUNT } from "./account-fragment.ts";

export function sessionQueries(db: Db): SessionStore {
  return {
    async open({ hash, userId, passwordHash, seconds }) {
      await db.query("sessions expire", "delete from sessions where expires_at < now()", []);
      const rows = await db.query("session open", OPEN, [hash, userId, passwordHash, seconds]);
      return rows.length === 1;
    },
    async find(hash) {
      const [row] = await db.query<Account>("session find", FIND, [hash]);
      return row ?? null;
    },
    async end(hash) {
      await db.query("session end", "delete from sessions where hash = $1", [hash]);
    },
    async endAll(userId) {
      await db.query("sessions end", "delete from sessions where user_id = $1", [userId]);
    },
  };
}

const OPEN = `
insert into sessions (hash, user_id, expires_at)
select $1, id, now() + make_interval(secs => $4) from users where id = $2 and password_hash = $3
returning 1`;

const FIND = `
select ${ACCOUNT} from sessions s join users u on u.id = s.user_id
where s.hash = $1 and s.expires_at > now()`;
