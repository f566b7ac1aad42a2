import type { Capability } from "#domain/access/capability";
import type { PlatformSession, PlatformSessionStore } from "#domain/access/platform-session-store";
import type { PlatformUser } from "#domain/access/platform-sign-in";

import type { Db } from "../../database.ts";

type Row = Omit<PlatformSession, "capabilities"> & {
  readonly capabilities: readonly Capability[];
  readonly unrecorded: boolean;
};

export function platformSessionQueries(db: Db): PlatformSessionStore {
  return {
    async open({ hash, principal, user, seconds }) {
      await db.query("platform sessions expire", "delete from platform_sessions where expires_at < now()", []);
      await db.query("platform session open", OPEN, [hash, principal, user.id, ...described(user), seconds]);
    },
    async find(hash, idleSeconds) {
      const [row] = await db.query<Row>("platform session find", FIND, [hash, idleSeconds]);
      if (!row) return null;
      const { unrecorded, capabilities, ...session } = row;
      if (unrecorded) await db.query("platform session used", USED, [hash]);
      return { ...session, capabilities: new Set(capabilities) };
    },
    async confirm(hash, user) {
      await db.query("platform session confirm", CONFIRM, [hash, ...described(user)]);
    },
    async end(hash) {
      await db.query("platform session end", "delete from platform_sessions where hash = $1", [hash]);
    },
    async endOthers(principal, except) {
      return (await db.query("platform sessions end others", END_OTHERS, [principal, except])).length;
    },
    async endOf(principals) {
      await db.query("platform sessions end", END_OF, [principals]);
    },
  };
}

const described = ({ username, name, roles, capabilities, stamp }: PlatformUser) => [
  username,
  name,
  roles,
  [...capabilities],
  stamp,
];

const OPEN = `
insert into platform_sessions (hash, principal, user_id, username, name, roles, capabilities, stamp, expires_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))`;

const FIND = `
select user_id as id, username, name, roles, capabilities, stamp,
  created_at as "signedInAt", expires_at as "expiresAt",
  checked_at is null or checked_at < now() - interval '1 minute' as stale,
  used_at < now() - interval '1 minute' as unrecorded
from platform_sessions
where hash = $1 and expires_at > now() and used_at > now() - make_interval(secs => $2)`;

const USED = "update platform_sessions set used_at = now() where hash = $1 and used_at < now() - interval '1 minute'";

// A session that was ended meanwhile stays ended.
const CONFIRM = `
update platform_sessions
set username = $2, name = $3, roles = $4, capabilities = $5, stamp = $6, checked_at = now()
where hash = $1`;

const END_OTHERS = "delete from platform_sessions where principal = $1 and hash <> $2 returning 1";
const END_OF = "delete from platform_sessions where $1::text[] is null or principal = any($1)";
