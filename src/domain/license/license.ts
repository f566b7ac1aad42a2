import { createPublicKey, sign, verify, type KeyObject } from "node:crypto";

import { err, ok, type Result } from "#lib/result";
import { day } from "#lib/time";

/** What the paid add-on unlocks: scheduled and recurring messages. */
export const features = ["scheduling", "recurring"] as const;
export type Feature = (typeof features)[number];

export type License = {
  /** The person or organization it was issued to. */
  readonly licensee: string;
  readonly features: readonly Feature[];
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
};

/** Why a token is not a license. `forged`: it was not signed with the issuer's key, or was changed since. */
export type LicenseFlaw = "malformed" | "forged";

/** How long an expired license continues to work, with a warning. */
export const GRACE_MS = 14 * day;

/** How long before its expiry a license is worth a notice to the operator. */
export const ENDS_SOON_MS = 14 * day;

/** The issuer's clock may be ahead of the database's by this much before a license counts as not yet valid. */
const EARLY_MS = day;

const LONGEST = 8_192;
const RAW_KEY_BYTES = 32;
/** The DER prefix of an Ed25519 public key, before its 32 bytes (RFC 8410 §4). */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

/** Header of a JWS compact token signed with Ed25519 (RFC 8037): any JWS library can issue one. */
const HEADER = Buffer.from(JSON.stringify({ alg: "EdDSA", typ: "JWT" })).toString("base64url");

/** Writes a license as a token: `header.claims.signature`, with the claims sub, features, iat and exp (seconds). */
export function writeToken(license: License, privateKey: KeyObject): string {
  const claims = {
    sub: license.licensee,
    features: license.features,
    iat: Math.floor(license.issuedAt / 1_000),
    exp: Math.floor(license.expiresAt / 1_000),
  };
  const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
}

/** Reads a token that the issuer signed. Nothing in it is trusted before its signature is checked. */
export function readToken(token: string, issuer: KeyObject): Result<License, LicenseFlaw> {
  const text = token.trim();
  const [header, claims, signature, ...more] = text.split(".");
  if (text.length > LONGEST || !header || !claims || !signature || more.length > 0) return err("malformed");
  // A fixed algorithm, never the one that the token requests.
  if ((parse(header) as { alg?: unknown } | null)?.alg !== "EdDSA") return err("malformed");
  if (!verify(null, Buffer.from(`${header}.${claims}`), issuer, Buffer.from(signature, "base64url"))) {
    return err("forged");
  }
  const license = licenseOf(parse(claims));
  return license ? ok(license) : err("malformed");
}

/** An issuer's public key: 32 bytes in base64url, as `tidings license show` prints it, or PEM. null: neither. */
export function readIssuer(text: string): KeyObject | null {
  try {
    const trimmed = text.trim();
    const raw = Buffer.from(trimmed, "base64url");
    const key =
      raw.length === RAW_KEY_BYTES && /^[\w+/=-]+$/.test(trimmed)
        ? createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: "der", type: "spki" })
        : createPublicKey(trimmed.replaceAll("\\n", "\n"));
    return key.asymmetricKeyType === "ed25519" ? key : null;
  } catch {
    return null;
  }
}

/** The short form of an issuer's public key. */
export function writeIssuer(key: KeyObject): string {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  return publicKey.export({ format: "der", type: "spki" }).subarray(SPKI_HEAD.length).toString("base64url");
}

/** The phase of a license at `now`, in milliseconds since 1970 by the database's clock. */
export function phaseOf(license: License, now: number): "not_yet" | "valid" | "grace" | "expired" {
  if (now < license.issuedAt - EARLY_MS) return "not_yet";
  if (now < license.expiresAt) return "valid";
  return now < license.expiresAt + GRACE_MS ? "grace" : "expired";
}

function licenseOf(claims: unknown): License | null {
  if (typeof claims !== "object" || claims === null) return null;
  const { sub, features: named, iat, exp } = claims as Record<string, unknown>;
  if (typeof sub !== "string" || !Array.isArray(named) || !isSeconds(iat) || !isSeconds(exp)) return null;
  // A feature unknown to this version is no reason to refuse the others.
  const known = features.filter((feature) => named.includes(feature));
  return { licensee: sub, features: known, issuedAt: iat * 1_000, expiresAt: exp * 1_000 };
}

/** Up to the last instant that RFC 3339 can express, so that every date can be shown. */
function isSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 253_402_300_799;
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as unknown;
  } catch {
    return null;
  }
}
