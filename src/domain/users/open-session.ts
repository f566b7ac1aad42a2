import type { KnownPasskey } from "./passkey-store.ts";
import type { PeopleDeps } from "./people-deps.ts";

/** Seconds a web session lasts. */
export const SESSION_SECONDS = 12 * 60 * 60;
/** Seconds without any call after which a web session ends. An open console calls more often. */
export const IDLE_SECONDS = 2 * 60 * 60;
/** Seconds to enter the code after the password. */
const CHALLENGE_SECONDS = 5 * 60;

/** A session, or what must be sent back with a code to get one. */
export type Admission = { readonly token: string } | { readonly challenge: string };

/**
 * Continues after a password was checked: opens the session, unless the user has a second factor. null: the password
 * has changed meanwhile.
 */
export async function admit(
  ports: PeopleDeps,
  userId: number,
  passwordHash: string,
  earlier: string | null,
): Promise<Admission | null> {
  if ((await ports.secondFactors.state(userId)) !== "on") {
    return openSession(ports, { userId, passwordHash, earlier, secondFactor: false });
  }
  const challenge = ports.credentials.newSessionToken();
  const hash = ports.credentials.tokenHash("challenge", challenge);
  await ports.secondFactors.addChallenge({ hash, userId, passwordHash, seconds: CHALLENGE_SECONDS });
  return { challenge };
}

/** Opens a session with a new token. The browser's earlier session ends: the new token is the only one. */
export async function openSession(
  ports: PeopleDeps,
  by: {
    readonly userId: number;
    readonly passwordHash: string;
    readonly earlier: string | null;
    readonly secondFactor: boolean;
  },
): Promise<{ readonly token: string } | null> {
  const { earlier, ...rest } = by;
  const { token, hash } = await replace(ports, earlier);
  return (await ports.sessions.open({ hash, seconds: SESSION_SECONDS, ...rest })) ? { token } : null;
}

/**
 * As {@link openSession}, for a signature of a passkey. null: the passkey was removed meanwhile, or its counter does
 * not rise.
 */
export async function openPasskeySession(
  ports: PeopleDeps,
  by: { readonly passkey: KnownPasskey; readonly counter: number; readonly earlier: string | null },
): Promise<{ readonly token: string } | null> {
  const { passkey, counter, earlier } = by;
  const { token, hash } = await replace(ports, earlier);
  const session = { hash, passkeyId: passkey.id, counter, seconds: SESSION_SECONDS };
  return (await ports.sessions.openWithPasskey(session)) ? { token } : null;
}

async function replace(ports: PeopleDeps, earlier: string | null) {
  if (earlier !== null) await ports.sessions.end(ports.credentials.sessionHash(earlier));
  const token = ports.credentials.newSessionToken();
  return { token, hash: ports.credentials.sessionHash(token) };
}
