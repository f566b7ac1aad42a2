import type { ReadStanding } from "#domain/access/standing";
import type { Account } from "#domain/users/application-password-store";

import type { Db } from "../../database.ts";
import { ACCOUNT } from "./account-fragment.ts";

/** @param idleSeconds time without use after which a session ends */
export function standingQuery(db: Db, idleSeconds: number): ReadStanding {
  return async (callers) => {
    const own = callers.filter(isOwn);
    if (own.length === 0) return callers.map(({ capabilities }) => capabilities);
    const rows = await db.query<Account & { readonly nr: number }>("standing", STANDING, [
      own.map((_, nr) => nr),
      own.map(({ userId }) => userId),
      own.map(({ passwordId }) => passwordId ?? null),
      own.map(({ sessionId }) => (sessionId === undefined ? null : Buffer.from(sessionId, "hex"))),
      idleSeconds,
    ]);
    const standing = new Map(rows.map(({ nr, capabilities }) => [own[nr]!, new Set(capabilities)]));
    return callers.map((caller) => (isOwn(caller) ? (standing.get(caller) ?? null) : caller.capabilities));
  };
}

const isOwn = ({ principal }: { readonly principal: string }): boolean => principal.startsWith("builtin:");

const STANDING = `
select g.nr, ${ACCOUNT}
from unnest($1::int[], $2::bigint[], $3::uuid[], $4::bytea[]) as g(nr, user_id, password, session)
join users u on u.id = g.user_id
where (g.password is null
    or exists (select from application_passwords p where p.uuid = g.password and p.user_id = u.id))
  and (g.session is null
    or exists (select from sessions s where s.hash = g.session and s.user_id = u.id
      and s.expires_at > now() and s.used_at > now() - make_interval(secs => $5)))`;
