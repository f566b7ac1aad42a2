import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";

import { attestationCertificate, attestationKey } from "./attestation-certificate.ts";

/** The faults that a ceremony can have; without any, it is valid. */
export type Forgery = {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly verifiesUser?: boolean;
  readonly handle?: string;
  readonly counter?: number;
  /** Of the passkey's own key, or of its maker's certificate; none is asked for. */
  readonly attestation?: "self" | "certified";
  /** Signs with a key that is not that of the passkey. */
  readonly key?: KeyObject;
};

/** A passkey of an {@link softwareAuthenticator}. */
export type SoftwarePasskey = {
  readonly id: string;
  readonly handle: string;
  readonly rpId: string;
  readonly privateKey: KeyObject;
  counter: number;
};

type Creation = {
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
  readonly challenge: string;
};
type Request = { readonly rpId: string; readonly challenge: string };

/**
 * An authenticator and its browser in one: ES256, attestation `none`, and on request the faults that real ones never
 * have.
 */
export function softwareAuthenticator(origin: string) {
  return {
    create(options: Creation, forged: Forgery = {}) {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const id = randomBytes(32);
      const { x, y } = publicKey.export({ format: "jwk" });
      const cose = new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, "base64url")],
        [-3, Buffer.from(y!, "base64url")],
      ]);
      const { rpId = options.rp.id, counter = 0 } = forged;
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(cose)]);
      const authData = Buffer.concat([authenticatorData({ ...forged, rpId, counter }, 0x40), attested]);
      const client = clientData({ type: "webauthn.create", challenge: options.challenge, origin, ...forged });
      const signed = Buffer.concat([authData, sha256(Buffer.from(client, "base64url"))]);
      const statement = new Map<unknown, unknown>();
      if (forged.attestation === "self") statement.set("alg", -7).set("sig", sign("sha256", signed, privateKey));
      if (forged.attestation === "certified") {
        const { raw } = new X509Certificate(attestationCertificate);
        statement
          .set("alg", -7)
          .set("sig", sign("sha256", signed, attestationKey))
          .set("x5c", [raw]);
      }
      const object = new Map<unknown, unknown>([
        ["fmt", forged.attestation === undefined ? "none" : "packed"],
        ["attStmt", statement],
        ["authData", authData],
      ]);
      const handle = options.user.id;
      const passkey: SoftwarePasskey = { id: id.toString("base64url"), handle, rpId, privateKey, counter };
      return {
        passkey,
        credential: {
          id: passkey.id,
          rawId: passkey.id,
          type: "public-key",
          authenticatorAttachment: "platform",
          clientExtensionResults: { credProps: { rk: true } },
          response: {
            clientDataJSON: client,
            attestationObject: cbor(object).toString("base64url"),
            transports: ["internal"],
          },
        },
      };
    },
    /** Signs a challenge; the counter of the passkey rises. */
    get(options: Request, passkey: SoftwarePasskey, forged: Forgery = {}) {
      passkey.counter = forged.counter ?? passkey.counter + 1;
      const { rpId = options.rpId, key = passkey.privateKey, handle = passkey.handle } = forged;
      const data = authenticatorData({ ...forged, rpId, counter: passkey.counter }, 0);
      const client = clientData({ type: "webauthn.get", challenge: options.challenge, origin, ...forged });
      const signed = Buffer.concat([data, sha256(Buffer.from(client, "base64url"))]);
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: "public-key",
        authenticatorAttachment: "platform",
        clientExtensionResults: {},
        response: {
          clientDataJSON: client,
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, key).toString("base64url"),
          userHandle: handle,
        },
      };
    },
  };
}

function clientData({ type, challenge, origin }: { type: string; challenge: string; origin: string }): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");
}

/** WebAuthn §6.1: hash of the RP ID, flags, counter. */
function authenticatorData(given: Forgery & { rpId: string; counter: number }, flags: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(given.counter);
  const verified = given.verifiesUser === false ? 0 : 0x04;
  return Buffer.concat([sha256(given.rpId), Buffer.from([0x01 | verified | flags]), counter]);
}

const sha256 = (bytes: string | Buffer): Buffer => createHash("sha256").update(bytes).digest();

/** As much of RFC 8949 as an attestation needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
  throw new TypeError(`No CBOR for ${String(value)}`);
}

function head(major: number, count: number): Buffer {
  const kind = major << 5;
  if (count < 24) return Buffer.from([kind | count]);
  return count < 256 ? Buffer.from([kind | 24, count]) : Buffer.from([kind | 25, count >> 8, count & 255]);
}
