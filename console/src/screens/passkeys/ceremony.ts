import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";

import { tidings } from "../../api/client.ts";
import type { Session } from "../../api/session.ts";
import { PasskeyError } from "../../lib/passkey-error.ts";
import { t } from "../../lib/translate.ts";

/** A challenge is valid for five minutes. */
const renewAfterMs = 4 * 60_000;

/** The browser asks for a fingerprint, a face, a PIN or a security key. @throws PasskeyError, or what the API throws */
export async function createPasskey(given: { readonly name: string; readonly password: string }) {
  const optionsJSON = await tidings.startPasskey(given);
  const credential = await startRegistration({ optionsJSON }).catch(explainRefusal);
  return tidings.addPasskey({ name: given.name, credential });
}

export async function signInWithPasskey(): Promise<Session> {
  const optionsJSON = await tidings.startPasskeySignIn();
  const credential = await startAuthentication({ optionsJSON }).catch(explainRefusal);
  return tidings.signInWithPasskey({ credential });
}

export type Offer = {
  /** Ends the offer. */
  readonly signal: AbortSignal;
  readonly onSignedIn: (session: Session) => void;
  /** The chosen passkey was refused. */
  readonly onRefused: (error: unknown) => void;
};

/**
 * Offers passkeys in the browser's autofill until one is chosen. It fails silently, because there is a button as well.
 */
export async function offerPasskeys({ signal, onSignedIn, onRefused }: Offer): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  while (!signal.aborted) {
    const credential = await chosen(signal);
    if (credential === "ended") return;
    if (credential === "renew") continue;
    await tidings.signInWithPasskey({ credential }).then(onSignedIn, onRefused);
    return;
  }
}

async function chosen(signal: AbortSignal) {
  const end = new AbortController();
  // A ceremony that is about to start cannot be canceled yet, so this does not wait for it.
  const ended = new Promise<never>((_, reject) => end.signal.addEventListener("abort", reject));
  const leave = () => {
    WebAuthnAbortService.cancelCeremony();
    end.abort();
  };
  const renewal = setTimeout(leave, renewAfterMs);
  signal.addEventListener("abort", leave);
  try {
    const options = tidings.startPasskeySignIn({}, { signal });
    const choice = options.then((optionsJSON) => startAuthentication({ optionsJSON, useBrowserAutofill: true }));
    return await Promise.race([choice, ended]);
  } catch {
    return end.signal.aborted && !signal.aborted ? "renew" : "ended";
  } finally {
    clearTimeout(renewal);
    signal.removeEventListener("abort", leave);
  }
}

/** Makes the device forget a passkey that is refused from now on, if the browser supports that. */
export async function forgetPasskey(credentialId: string): Promise<void> {
  await sendSignal({
    signalName: "unknownCredential",
    rpID: location.hostname,
    credentialID: credentialId,
  }).catch(() => undefined);
}

function explainRefusal(error: unknown): never {
  throw new PasskeyError(refusal(error), { cause: error });
}

function refusal(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === "InvalidStateError") return t`This device has a passkey of your account already.`;
  if (name === "NotAllowedError" || name === "AbortError") return t`It was canceled, or it took too long.`;
  if (name === "ConstraintError" || name === "NotSupportedError") {
    return t`This device cannot keep a passkey, or has no PIN, fingerprint or face to check.`;
  }
  return t`The browser reports: ${message}`;
}
