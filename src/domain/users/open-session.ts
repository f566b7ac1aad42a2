import type { PeopleDeps } from "./ports.ts";

/** Seconds a web session lasts. */
export const SESSION_SECONDS = 12 * 60 * 60;
/** Seconds without any call after which a web session ends. An open console calls more often. */
export const IDLE_SECONDS = 2 * 60 * 60;
/** Seconds to enter the code after the password. */
const CHALLENGE_SECONDS = 5 * 60;

/** A session, or what must be sent back with a code to get one. */
export type Admission = { readonly token: string } | { readonly challenge: string };

/** Continues after a password was checked: opens the session, unless the user has a second factor. null: the password has changed meanwhile. */
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
  if (earlier !== null) await ports.sessions.end(ports.credentials.sessionHash(earlier));
  const token = ports.credentials.newSessionToken();
  const hash = ports.credentials.sessionHash(token);
  return (await ports.sessions.open({ hash, seconds: SESSION_SECONDS, ...rest })) ? { token } : null;
}
