import type { Assertion, NewCredential, PasskeySite } from "../access/webauthn.ts";
import { DomainError } from "../error.ts";
import type { PeopleDeps } from "./people-deps.ts";

/** Seconds to answer a challenge. */
const CHALLENGE_SECONDS = 5 * 60;

type Ports = Pick<PeopleDeps, "passkeys" | "credentials" | "webauthn">;

/** A new challenge, of which only the hash is stored. @param userId who adds a passkey; null: a sign-in */
export async function newChallenge(ports: Ports, userId: number | null): Promise<string> {
  const challenge = ports.credentials.newSessionToken();
  const hash = ports.credentials.tokenHash("passkey-challenge", challenge);
  await ports.passkeys.addChallenge({ hash, userId, seconds: CHALLENGE_SECONDS });
  return challenge;
}

/**
 * The challenge that a response answers; it is used up even if the response is otherwise invalid. null: it answers none
 * of ours.
 */
export async function takeChallenge(
  ports: Ports,
  response: NewCredential | Assertion,
  userId: number | null,
): Promise<string | null> {
  const challenge = await ports.webauthn.challengeOf(response);
  if (challenge === null) return null;
  const hash = ports.credentials.tokenHash("passkey-challenge", challenge);
  return (await ports.passkeys.takeChallenge(hash, userId)) ? challenge : null;
}

/**
 * Where the passkeys of a page are valid. Browsers offer none over plain HTTP, except on this machine, nor for an
 * address that is no host name (WebAuthn §5.1.3).
 *
 * @param origin own origin of the page; null: it has none, or hides it
 * @throws DomainError `passkeys_unavailable`
 */
export function passkeySite(origin: string | null): PasskeySite {
  const url = origin === null ? null : URL.parse(origin);
  const host = url?.hostname ?? "";
  const isName = /[^\d.]/.test(host) && !host.startsWith("[");
  const isLocal = host === "localhost" || host.endsWith(".localhost");
  if (url && isName && (url.protocol === "https:" || isLocal)) return { origin: url.origin, rpId: host };
  throw new DomainError(
    "passkeys_unavailable",
    "Passkeys need a page of this service at a host name with HTTPS, or at localhost.",
  );
}
