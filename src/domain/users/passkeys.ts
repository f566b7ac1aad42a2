import type { Caller } from "../access/capability.ts";
import type { FailedTries } from "../access/failed-tries.ts";
import type { CreationOptions, NewCredential } from "../access/webauthn.ts";
import { DomainError } from "../error.ts";
import { withAccountsLock } from "./accounts-lock.ts";
import { requireOwnPassword, type PasswordProof } from "./own-password.ts";
import { newChallenge, passkeySite, takeChallenge } from "./passkey-challenge.ts";
import type { Passkey } from "./passkey-store.ts";
import type { PeopleDeps } from "./people-deps.ts";

type Deps = PeopleDeps & { readonly tries: FailedTries };

export const MAX_PASSKEYS = 20;

/** The user as authenticators know them: neither their name nor anything that another site could recognize. */
export function passkeyHandle({ credentials }: Pick<PeopleDeps, "credentials">, userId: number): string {
  return credentials.tokenHash("passkey-user", String(userId)).toString("base64url");
}

/**
 * What the browser needs to create a passkey, within five minutes.
 *
 * @param given.name checked now, before an authenticator stores a passkey that is refused afterwards
 * @param given.origin own origin of the page
 * @throws DomainError `invalid_parameter` (the password is wrong), `conflict`, `passkeys_unavailable`,
 *   `too_many_requests`
 */
export async function startPasskey(
  ports: Deps,
  by: Caller,
  given: PasswordProof & { readonly name: string; readonly origin: string | null },
): Promise<CreationOptions> {
  const site = passkeySite(given.origin);
  const user = await requireOwnPassword(ports, by, { field: "password", ...given });
  const existing = await ports.passkeys.list(user.id);
  requireFewer(existing, given.name);
  return ports.webauthn.creationOptions({
    site,
    challenge: await newChallenge(ports, user.id),
    handle: passkeyHandle(ports, user.id),
    username: user.username,
    name: user.name,
    existing: existing.map(({ credentialId }) => credentialId),
  });
}

/** Stores what the browser created. @throws DomainError `invalid_parameter` for any problem with it, `conflict` */
export async function addPasskey(
  ports: PeopleDeps,
  by: Caller,
  given: { readonly name: string; readonly credential: NewCredential; readonly origin: string | null },
): Promise<Passkey> {
  const { name, credential } = given;
  const site = passkeySite(given.origin);
  const challenge = await takeChallenge(ports, credential, by.userId);
  const key = challenge === null ? null : await ports.webauthn.created({ credential, site, challenge });
  if (!key) {
    throw new DomainError("invalid_parameter", "The passkey was not accepted, or adding it took too long.", [
      { field: "credential", code: "invalid_format", message: "is not accepted" },
    ]);
  }
  return withAccountsLock(ports, by, async () => {
    requireFewer(await ports.passkeys.list(by.userId), name);
    const passkey = await ports.passkeys.add({ ...key, userId: by.userId, name });
    if (!passkey) throw new DomainError("conflict", "This passkey is in use already.");
    await ports.users.record("passkey.added", { user_id: by.userId, id: passkey.id, by: by.principal });
    return passkey;
  });
}

/** @throws DomainError `not_found`, `conflict`, `invalid_parameter` (the password is wrong), `too_many_requests` */
export async function renamePasskey(
  ports: Deps,
  by: Caller,
  given: PasswordProof & { readonly id: string; readonly name: string },
): Promise<Passkey> {
  const { id: userId } = await requireOwnPassword(ports, by, { field: "password", ...given });
  return withAccountsLock(ports, by, async () => {
    const others = (await ports.passkeys.list(userId)).filter(({ id }) => id !== given.id);
    requireFree(others, given.name);
    return (await ports.passkeys.rename(userId, given.id, given.name)) ?? absent();
  });
}

/**
 * Also ends the sessions that it opened, except the one that removes it.
 *
 * @throws DomainError as {@link renamePasskey}
 */
export async function removePasskey(
  ports: Deps,
  by: Caller,
  given: PasswordProof & { readonly id: string; readonly session: string },
): Promise<Passkey> {
  const { id: userId } = await requireOwnPassword(ports, by, { field: "password", ...given });
  return withAccountsLock(ports, by, async () => {
    const session = ports.credentials.sessionHash(given.session);
    const removed = (await ports.passkeys.remove(userId, given.id, session)) ?? absent();
    await ports.users.record("passkey.removed", { user_id: userId, id: removed.id, by: by.principal });
    return removed;
  });
}

function requireFewer(existing: readonly Passkey[], name: string): void {
  requireFree(existing, name);
  if (existing.length < MAX_PASSKEYS) return;
  throw new DomainError("conflict", `You have ${MAX_PASSKEYS} passkeys. Remove one before you add another.`);
}

function requireFree(others: readonly Passkey[], name: string): void {
  if (others.every((other) => other.name !== name)) return;
  throw new DomainError("conflict", "You have a passkey with this name.", [
    { field: "name", code: "taken", message: "is taken", value: name },
  ]);
}

function absent(): never {
  throw new DomainError("not_found", "You have no passkey with this id.");
}
