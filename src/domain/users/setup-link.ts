import type { Caller } from "../access/capability.ts";
import { DomainError } from "../error.ts";
import { endAccess } from "./end-access.ts";
import { removePasskeys } from "./end-factors.ts";
import { withAccountsLock } from "./accounts-lock.ts";
import { requireFields } from "./fields.ts";
import { requireManages } from "./granting.ts";
import { triesOfAddress } from "./address-tries.ts";
import { admit, type Admission } from "./open-session.ts";
import type { PeopleDeps, SignInDeps } from "./people-deps.ts";
import { requireUser } from "./users.ts";

/** Seconds a setup link is valid. */
const LINK_SECONDS = 24 * 60 * 60;

/**
 * Creates a link with which the user chooses a web password, once. Their earlier link ends; the password that they have
 * is valid until then.
 *
 * @returns the token, to be shown once; only its hash is stored
 * @throws DomainError `forbidden`: for oneself, whoever finds a session open could replace the password; or the user may
 *   do more than the caller
 */
export async function createSetupLink(ports: PeopleDeps, by: Caller, userId: number): Promise<string> {
  if (userId === by.userId) {
    throw new DomainError("forbidden", "Change your own password with POST /session/password, which asks for it.");
  }
  return withAccountsLock(ports, by, async () => {
    const user = await requireUser(ports, userId);
    requireManages(by, await ports.roles.all(), user);
    const token = ports.credentials.newSessionToken();
    const hash = ports.credentials.tokenHash("setup-link", token);
    await ports.setupLinks.replace({ userId, hash, seconds: LINK_SECONDS });
    await ports.users.record("user.setup_link_created", { user_id: userId, by: by.principal });
    return token;
  });
}

/**
 * Sets the password of a setup link's user, ends all their sessions and passkeys, and signs them in: a user who gets a
 * link may have lost their devices to someone else. The address counts as one from which they have signed in. null: the
 * link is unknown, used or expired.
 *
 * @throws DomainError `invalid_parameter`, `too_many_requests`
 */
export async function completeSetup(
  ports: SignInDeps,
  given: { readonly token: string; readonly password: string; readonly ip: string; readonly earlier: string | null },
): Promise<Admission | null> {
  const { token, password, ip, earlier } = given;
  requireFields({ password });
  const guesser = triesOfAddress(ip);
  ports.tries.attempt(ip, guesser);
  const hash = ports.credentials.tokenHash("setup-link", token);
  // A guess is not worth the slow hash, which must not be computed while everyone else waits.
  if ((await ports.setupLinks.find(hash)) === null) return null;
  ports.tries.forgive(ip, guesser);
  const passwordHash = await ports.credentials.hashWebPassword(password);
  const user = await ports.users.exclusive(async () => {
    const id = await ports.setupLinks.take(hash);
    if (id === null) return null;
    const changed = await ports.users.update(id, { passwordHash });
    await endAccess(ports, id);
    const by = { principal: `builtin:${id}` };
    await removePasskeys(ports, by, id);
    await ports.users.record("user.updated", { user_id: id, fields: ["password"], by: by.principal });
    return changed;
  });
  if (!user) return null;
  for (const login of [user.username, user.email]) ports.tries.succeeded(ip, login);
  ports.guesses.succeeded(ip, String(user.id));
  return admit(ports, user.id, passwordHash, earlier);
}
