import type { PublicKey, WebAuthn } from "#domain/access/webauthn";
import { minute } from "#lib/time";

/** Milliseconds in which the browser waits for the person's key; the challenge ends after the same time. */
const TIMEOUT_MS = 5 * minute;
/** EdDSA, ES256 and RS256 (RFC 9053): between them, every authenticator has one. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded at the first use: it takes 27 MB and half a second, which most processes never need. */
const library = () => import("@simplewebauthn/server");
const helpers = () => import("@simplewebauthn/server/helpers");

export function builtinWebAuthn(): WebAuthn {
  return {
    creationOptions: ({ site, challenge, handle, username, name, existing }) => ({
      rp: { name: "Tidings", id: site.rpId },
      user: { id: handle, name: username, displayName: name },
      challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      timeout: TIMEOUT_MS,
      excludeCredentials: existing.map((id) => ({ type: "public-key", id: id.toString("base64url") })),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
    }),
    requestOptions: ({ site, challenge }) => ({
      rpId: site.rpId,
      challenge,
      timeout: TIMEOUT_MS,
      userVerification: "required",
    }),
    async challengeOf({ response }) {
      const { decodeClientDataJSON } = await helpers();
      const challenge: unknown = tried(() => decodeClientDataJSON(response.clientDataJSON)?.challenge);
      return typeof challenge === "string" ? challenge : null;
    },
    async created({ credential, site, challenge }) {
      const { verifyRegistrationResponse } = await library();
      if (!(await isPlain(credential.response.attestationObject))) return null;
      const { verified, registrationInfo } = await refusal(
        verifyRegistrationResponse({
          response: { ...credential, type: "public-key", clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: site.origin,
          expectedRPID: site.rpId,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      if (!verified || registrationInfo?.credential.id !== credential.id) return null;
      const { publicKey, counter } = registrationInfo.credential;
      return { credentialId: Buffer.from(bytes(credential.id)), publicKey: Buffer.from(publicKey), counter };
    },
    async asserted({ assertion, site, challenge, key }) {
      const { verifyAuthenticationResponse } = await library();
      const { userHandle, ...response } = assertion.response;
      const { verified, authenticationInfo } = await refusal(
        verifyAuthenticationResponse({
          response: {
            ...assertion,
            response: { ...response, ...(userHandle && { userHandle }) },
            type: "public-key",
            clientExtensionResults: {},
          },
          expectedChallenge: challenge,
          expectedOrigin: site.origin,
          expectedRPID: site.rpId,
          credential: credentialOf(key),
        }),
      );
      return verified && authenticationInfo ? { counter: authenticationInfo.newCounter } : null;
    },
  };

  /** The library compares the counter before it checks the signature; 0 leaves that to the caller. */
  function credentialOf({ credentialId, publicKey }: PublicKey) {
    return { id: credentialId.toString("base64url"), publicKey: Uint8Array.from(publicKey), counter: 0 };
  }
}

/**
 * Whether an attestation carries no certificates. None are requested, and browsers remove them; for those of some
 * makers, the library would fetch lists of revoked certificates past the outbound gate.
 */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers();
  return (
    tried(() => {
      const decoded = decodeAttestationObject(bytes(attestationObject));
      const format = decoded.get("fmt");
      return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined);
    }) ?? false
  );
}

type Verdict<Result> = Result | { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined };

/** The library throws an error for every problem; it reads nothing but its arguments. */
async function refusal<Result>(verified: Promise<Result>): Promise<Verdict<Result>> {
  try {
    return await verified;
  } catch {
    return { verified: false };
  }
}

function tried<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(base64url, "base64url"));
}
