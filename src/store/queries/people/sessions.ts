import type { Account } from "#domain/users/application-password-store";
import type { SessionStore, SessionTimes } from "#domain/access/session-store";

import type { Db } from "../../database.ts";
import { ACCOUNT } from "./account-fragment.ts";

export function sessionQueries(db: Db): SessionStore {
  const expire = () => db.query("sessions expire", "delete from sessions where expires_at < now()", []);
  return {
    async open({ hash, userId, passwordHash, seconds, secondFactor }) {
      await expire();
      const rows = await db.query("session open", OPEN, [hash, userId, passwordHash, seconds, secondFactor]);
      return rows.length === 1;
    },
    async openWithPasskey({ hash, passkeyId, counter, seconds }) {
      await expire();
      const rows = await db.query("session open by passkey", OPEN_BY_PASSKEY, [hash, passkeyId, counter, seconds]);
      return rows.length === 1;
    },
    async find(hash, idleSeconds) {
      const [row] = await db.query<Account & { stale: boolean }>("session find", FIND, [hash, idleSeconds]);
      if (!row) return null;
      const { stale, ...account } = row;
      if (stale) await db.query("session used", USED, [hash]);
      return account;
    },
    async times(hash) {
      const [row] = await db.query<SessionTimes>("session times", TIMES, [hash]);
      return row ?? null;
    },
    async end(hash) {
      await db.query("session end", "delete from sessions where hash = $1", [hash]);
    },
    async endAll(userId, except) {
      return (await db.query("sessions end", END_ALL, [userId, except ?? null])).length;
    },
  };
}

const OPEN = `
insert into sessions (hash, user_id, expires_at)
select $1, id, now() + make_interval(secs => $4) from users
where id = $2 and password_hash = $3
  and ($5 or not exists (select from second_factors f where f.user_id = users.id and f.confirmed_at is not null))
returning 1`;

const OPEN_BY_PASSKEY = `
with used as (
  update passkeys set counter = $3, last_used_at = now()
  where id = $2 and (counter < $3 or greatest(counter, $3) = 0)
  returning id, user_id
)
insert into sessions (hash, user_id, expires_at, passkey_id)
select $1, user_id, now() + make_interval(secs => $4), id from used
returning 1`;

const FIND = `
select ${ACCOUNT}, s.used_at < now() - interval '1 minute' as stale
from sessions s join users u on u.id = s.user_id
where s.hash = $1 and s.expires_at > now() and s.used_at > now() - make_interval(secs => $2)`;

const USED = "update sessions set used_at = now() where hash = $1 and used_at < now() - interval '1 minute'";

const TIMES = `
select s.created_at as "signedInAt", s.expires_at as "expiresAt", p.name as passkey
from sessions s left join passkeys p on p.id = s.passkey_id
where s.hash = $1`;

const END_ALL = "delete from sessions where user_id = $1 and hash is distinct from $2 returning 1";
