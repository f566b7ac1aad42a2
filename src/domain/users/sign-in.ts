import { isStorable } from "#lib/storable";

import type { Caller } from "../access/capability.ts";
import type { SessionTimes } from "../access/session-store.ts";
import type { Account } from "./application-password-store.ts";
import { endAccess } from "./end-access.ts";
import { withAccountsLock } from "./accounts-lock.ts";
import { admit, IDLE_SECONDS, openSession, type Admission } from "./open-session.ts";
import { requireOwnPassword } from "./own-password.ts";
import type { PeopleDeps, SignInDeps } from "./people-deps.ts";

/** The user of a session, as a caller of the API. */
function callerOf(account: Account, session: Buffer): Caller {
  return {
    principal: `builtin:${account.userId}`,
    userId: account.userId,
    username: account.username,
    capabilities: new Set(account.capabilities),
    sessionId: session.toString("hex"),
  };
}

/**
 * Opens a session for a web password, or asks for the code of a second factor. Returns null for a wrong password and
 * for an unknown user alike, after the same work. The browser's previous session ends: the new token is the only one.
 *
 * @throws DomainError `too_many_requests`
 */
export async function signIn(
  ports: SignInDeps,
  given: { readonly login: string; readonly password: string; readonly ip: string; readonly earlier: string | null },
): Promise<Admission | null> {
  const { login, ip } = given;
  ports.tries.attempt(ip, login);
  const user = await findUser(ports, login);
  // A user has a user name and an address, each with a limit of its own. What both have together is not refused but
  // answered like a wrong password, after the same work: a refusal would tell that they belong to one user.
  const owner = String(user?.id);
  const isExhausted = user !== null && ports.guesses.isExhausted(ip, owner);
  if (user) ports.guesses.failed(ip, owner);
  const isKnown = user !== null && ports.guesses.isKnown(ip, owner);
  const right = await ports.credentials
    .verifyWebPassword(user?.passwordHash ?? null, given.password, { isKnown })
    .catch((error: unknown) => {
      // It was not checked, so it was no guess.
      ports.tries.forgive(ip, login);
      if (user) ports.guesses.forgive(ip, owner);
      throw error;
    });
  if (!user || !right || isExhausted) return null;
  ports.tries.passed(ip, login);
  ports.guesses.passed(ip, owner);
  return admit(ports, user.id, user.passwordHash!, given.earlier);
}

export async function signOut(ports: PeopleDeps, token: string): Promise<void> {
  await ports.sessions.end(ports.credentials.sessionHash(token));
}

/** Ends the caller's sessions in other browsers. Returns how many there were. @param token of the session that goes on */
export async function signOutElsewhere(ports: PeopleDeps, by: Caller, token: string): Promise<number> {
  return ports.sessions.endAll(by.userId, ports.credentials.sessionHash(token));
}

/** The user of a session cookie, or null. */
export async function sessionOf(ports: PeopleDeps, token: string | undefined): Promise<Caller | null> {
  if (token === undefined || token === "") return null;
  const hash = ports.credentials.sessionHash(token);
  const account = await ports.sessions.find(hash, IDLE_SECONDS);
  return account && callerOf(account, hash);
}

export async function sessionTimes(ports: PeopleDeps, token: string): Promise<SessionTimes | null> {
  return ports.sessions.times(ports.credentials.sessionHash(token));
}

/**
 * Changes the caller's own web password and ends all sessions. Returns the token of a new one.
 *
 * @throws DomainError `invalid_parameter` (the current one is wrong), `too_many_requests`
 */
export async function changeOwnPassword(
  ports: SignInDeps,
  by: Caller,
  given: { readonly current: string; readonly next: string; readonly ip: string },
): Promise<{ readonly token: string }> {
  const { id } = await requireOwnPassword(ports, by, { field: "current", password: given.current, ip: given.ip });
  const passwordHash = await ports.credentials.hashWebPassword(given.next);
  const opened = await withAccountsLock(ports, by, async () => {
    await ports.users.update(id, { passwordHash });
    await endAccess(ports, id);
    await ports.users.record("user.updated", { user_id: id, fields: ["password"], by: by.principal });
    return openSession(ports, { userId: id, passwordHash, earlier: null, secondFactor: true });
  });
  return opened!;
}

/** PostgreSQL refuses NUL and half surrogates with an error, which would distinguish them from other unknown names. */
function findUser(ports: PeopleDeps, login: string) {
  const possible = login.length <= 254 && isStorable(login);
  return possible ? ports.users.findByLogin(login.trim()) : null;
}
