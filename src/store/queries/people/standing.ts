import type { Caller, Capability } from "#domain/access/capability";
import type { Host } from "#domain/access/host";
import type { ReadStanding } from "#domain/access/standing";
import type { Account } from "#domain/users/application-password-store";

import type { Db } from "../../database.ts";
import { ACCOUNT } from "./account-fragment.ts";

type Requested = Parameters<ReadStanding>[0][number];
type Standing = { readonly nr: number; readonly capabilities: readonly Capability[] };

/**
 * @param idleSeconds time without use after which a session ends
 * @param host the platform of all other callers
 */
export function standingQuery(
  db: Db,
  idleSeconds: number,
  host: Pick<Host, "name" | "rightsOf" | "standingOf">,
): ReadStanding {
  const sessionsOf = (callers: readonly Requested[]) => callers.map(({ sessionId }) => bytesOf(sessionId));

  async function ofAccounts(callers: readonly Requested[]): Promise<readonly Standing[]> {
    if (callers.length === 0) return [];
    return db.query<Account & { readonly nr: number }>("standing", STANDING, [
      callers.map((_, nr) => nr),
      callers.map(({ userId }) => userId),
      callers.map(({ passwordId }) => passwordId ?? null),
      sessionsOf(callers),
      idleSeconds,
    ]);
  }

  async function ofPlatformSessions(callers: readonly Requested[]): Promise<readonly Standing[]> {
    if (callers.length === 0) return [];
    const parameters = [callers.map((_, nr) => nr), sessionsOf(callers), idleSeconds];
    return db.query<Standing>("platform standing", PLATFORM_STANDING, parameters);
  }

  async function ofOther(caller: Requested): Promise<ReadonlySet<Capability> | null> {
    if (!caller.principal.startsWith(`${host.name}:`)) return caller.capabilities;
    if (host.standingOf) return host.standingOf(caller);
    if (!host.rightsOf || caller.hostBlocked) return caller.capabilities;
    // If the platform cannot be queried, that is no refusal.
    const now = await host.rightsOf(caller.userId).catch(() => undefined);
    return now === undefined ? caller.capabilities : now;
  }

  return async (callers) => {
    const own = callers.filter(isOwn);
    const signedIn = callers.filter((caller) => !isOwn(caller) && caller.sessionId !== undefined);
    const others = callers.filter((caller) => !isOwn(caller) && caller.sessionId === undefined);
    const [accounts, sessions, rest] = await Promise.all([
      ofAccounts(own),
      ofPlatformSessions(signedIn),
      Promise.all(others.map(ofOther)),
    ]);
    const found = new Map<Requested, ReadonlySet<Capability> | null>(others.map((caller, nr) => [caller, rest[nr]!]));
    for (const { nr, capabilities } of accounts) found.set(own[nr]!, new Set(capabilities));
    for (const { nr, capabilities } of sessions) found.set(signedIn[nr]!, new Set(capabilities));
    return callers.map((caller) => found.get(caller) ?? null);
  };
}

const isOwn = ({ principal }: Pick<Caller, "principal">): boolean => principal.startsWith("builtin:");
const bytesOf = (hex: string | undefined): Buffer | null => (hex === undefined ? null : Buffer.from(hex, "hex"));

const STANDING = `
select g.nr, ${ACCOUNT}
from unnest($1::int[], $2::bigint[], $3::uuid[], $4::bytea[]) as g(nr, user_id, password, session)
join users u on u.id = g.user_id
where (g.password is null
    or exists (select from application_passwords p where p.uuid = g.password and p.user_id = u.id))
  and (g.session is null
    or exists (select from sessions s where s.hash = g.session and s.user_id = u.id
      and s.expires_at > now() and s.used_at > now() - make_interval(secs => $5)))`;

const PLATFORM_STANDING = `
select g.nr, s.capabilities
from unnest($1::int[], $2::bytea[]) as g(nr, session)
join platform_sessions s on s.hash = g.session
where s.expires_at > now() and s.used_at > now() - make_interval(secs => $3)`;
