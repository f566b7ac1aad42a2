import type { Assertion, RequestOptions } from "../access/webauthn.ts";
import { triesOfAddress } from "./address-tries.ts";
import { openPasskeySession } from "./open-session.ts";
import { newChallenge, passkeySite, takeChallenge } from "./passkey-challenge.ts";
import type { KnownPasskey } from "./passkey-store.ts";
import { passkeyHandle } from "./passkeys.ts";
import type { SignInDeps } from "./people-deps.ts";

/** @param given.origin own origin of the page @throws DomainError `passkeys_unavailable`, `too_many_requests` */
export async function startPasskeySignIn(
  ports: SignInDeps,
  given: { readonly origin: string | null; readonly ip: string },
): Promise<RequestOptions> {
  const site = passkeySite(given.origin);
  ports.unanswered.attempt(given.ip, triesOfAddress(given.ip));
  return ports.webauthn.requestOptions({ site, challenge: await newChallenge(ports, null) });
}

/**
 * Opens a session for a passkey, which with user verification is two factors: neither the password nor a code is
 * requested. null: the passkey is unknown, the signature wrong, the challenge unknown, used or expired, or the counter
 * went back; which of these is not reported.
 *
 * @throws DomainError `passkeys_unavailable`, `too_many_requests`
 */
export async function signInWithPasskey(
  ports: SignInDeps,
  given: {
    readonly assertion: Assertion;
    readonly origin: string | null;
    readonly ip: string;
    readonly earlier: string | null;
  },
): Promise<{ readonly token: string } | null> {
  const { assertion, ip, earlier } = given;
  const site = passkeySite(given.origin);
  // Not under the user's name: nobody guesses a passkey, and those who guess the user's password must not lock it out.
  ports.tries.attempt(ip, triesOfAddress(ip));
  const passkey = await ports.passkeys.findCredential(Buffer.from(assertion.id, "base64url"));
  const challenge = await takeChallenge(ports, assertion, null);
  if (challenge === null || !passkey) return null;
  // WebAuthn §7.2, 6: without a user name, the authenticator must say whose passkey it is.
  if (assertion.response.userHandle !== passkeyHandle(ports, passkey.userId)) return null;
  const signed = await ports.webauthn.asserted({ assertion, site, challenge, key: passkey });
  if (!signed) return null;
  const opened = await openPasskeySession(ports, { passkey, counter: signed.counter, earlier });
  if (!opened) {
    warnOfCopy(ports, passkey, signed.counter);
    return null;
  }
  ports.tries.forgive(ip, triesOfAddress(ip));
  ports.tries.succeeded(ip, passkey.username);
  ports.unanswered.forgive(ip, triesOfAddress(ip));
  return opened;
}

/**
 * WebAuthn §7.2, 22: a counter that does not rise means that two authenticators have the key. Otherwise it was removed
 * meanwhile.
 */
function warnOfCopy({ log }: SignInDeps, { id, userId, counter: before }: KnownPasskey, counter: number): void {
  if (counter > before || Math.max(counter, before) === 0) return;
  log("warn", "a passkey was refused: its counter went back, so it may have been copied", {
    user_id: userId,
    passkey: id,
    counter,
    counter_before: before,
  });
}
