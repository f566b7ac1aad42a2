import { createHmac, createPublicKey, generateKeyPairSync, sign } from "node:crypto";

import { expect, test } from "vitest";

import { day } from "#lib/time";

import { GRACE_MS, phaseOf, readIssuer, readToken, writeIssuer, writeToken, type License } from "./license.ts";
import { featuresOf, unavailableReason, noticeOf, requireFeature, warningOf, type Installed } from "./require.ts";

const pair = generateKeyPairSync("ed25519");
const other = generateKeyPairSync("ed25519");
const NOW = Date.UTC(2026, 5, 1);
const license: License = {
  licensee: "Ünion & Söhne",
  features: ["scheduling", "recurring"],
  issuedAt: NOW - 30 * day,
  expiresAt: NOW + 30 * day,
};
const installed = (more: Partial<License> = {}): Installed => ({ kind: "license", license: { ...license, ...more } });

test("a license is read as it was issued", () => {
  expect(readToken(writeToken(license, pair.privateKey), pair.publicKey)).toEqual({ ok: true, value: license });
  expect(readToken(`\n ${writeToken(license, pair.privateKey)} \n`, pair.publicKey).ok).toBe(true);
});

test("a license by another key is forged, and so is one with a changed letter", () => {
  expect(readToken(writeToken(license, other.privateKey), pair.publicKey)).toEqual({ ok: false, error: "forged" });
  const token = writeToken(license, pair.privateKey);
  const [header, claims, signature] = token.split(".") as [string, string, string];
  const longer = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), exp: 4_000_000_000 };
  const changed = Buffer.from(JSON.stringify(longer)).toString("base64url");
  expect(readToken(`${header}.${changed}.${signature}`, pair.publicKey)).toEqual({ ok: false, error: "forged" });
  const half = signature.slice(0, 40);
  expect(readToken(`${header}.${claims}.${half}`, pair.publicKey)).toEqual({ ok: false, error: "forged" });
});

test("the token does not choose how it is checked", () => {
  const claims = Buffer.from(JSON.stringify({ sub: "x", features: ["scheduling"], iat: 0, exp: 4e9 })).toString(
    "base64url",
  );
  const head = (fields: object): string => Buffer.from(JSON.stringify(fields)).toString("base64url");
  const none = `${head({ alg: "none" })}.${claims}.x`;
  expect(readToken(none, pair.publicKey)).toEqual({ ok: false, error: "malformed" });
  const hs = `${head({ alg: "HS256" })}.${claims}`;
  const mac = createHmac("sha256", writeIssuer(pair.publicKey)).update(hs).digest("base64url");
  expect(readToken(`${hs}.${mac}`, pair.publicKey)).toEqual({ ok: false, error: "malformed" });
  expect(readToken(`${head({ alg: "EdDSA" })}.${claims}.${mac}`, pair.publicKey)).toEqual({
    ok: false,
    error: "forged",
  });
});

test("garbage in any form is not a license", () => {
  for (const text of ["", ".", "..", "a.b.c", "x".repeat(100_000), "…….…….…", `${"a.".repeat(9)}b`, "null.null.null"]) {
    expect(readToken(text, pair.publicKey), text.slice(0, 20)).toEqual({ ok: false, error: "malformed" });
  }
});

test("claims of the wrong kind are refused although the signature is right", () => {
  const header = Buffer.from('{"alg":"EdDSA"}').toString("base64url");
  for (const claims of [
    "5",
    "null",
    "[]",
    "{}",
    '{"sub":"x","features":["scheduling"],"iat":0,"exp":1e300}',
    '{"sub":1,"features":[],"iat":0,"exp":1}',
    "not json",
  ]) {
    const signed = `${header}.${Buffer.from(claims).toString("base64url")}`;
    const token = `${signed}.${sign(null, Buffer.from(signed), pair.privateKey).toString("base64url")}`;
    expect(readToken(token, pair.publicKey), claims).toEqual({ ok: false, error: "malformed" });
  }
});

test("a feature of a later version leaves the others valid", () => {
  const token = writeToken({ ...license, features: ["scheduling", "teleport" as "recurring"] }, pair.privateKey);
  expect(readToken(token, pair.publicKey)).toMatchObject({ ok: true, value: { features: ["scheduling"] } });
});

test("an issuer's key is read in its short form and as PEM; anything else is invalid", () => {
  const pem = pair.publicKey.export({ format: "pem", type: "spki" }) as string;
  for (const text of [writeIssuer(pair.publicKey), writeIssuer(pair.privateKey), pem, pem.replaceAll("\n", "\\n")]) {
    expect(writeIssuer(readIssuer(text)!)).toBe(writeIssuer(pair.publicKey));
  }
  const rsa = createPublicKey(
    generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "pem", type: "spki" }),
  );
  for (const text of ["", "abc", "A".repeat(44), rsa.export({ format: "pem", type: "spki" }) as string]) {
    expect(readIssuer(text), text.slice(0, 20)).toBeNull();
  }
});

test("a license begins, expires, has its grace period, and ends", () => {
  const { issuedAt, expiresAt } = license;
  expect(phaseOf(license, issuedAt - 2 * day)).toBe("not_yet");
  expect(phaseOf(license, issuedAt)).toBe("valid");
  expect(phaseOf(license, expiresAt - 1)).toBe("valid");
  expect(phaseOf(license, expiresAt)).toBe("grace");
  expect(phaseOf(license, expiresAt + GRACE_MS - 1)).toBe("grace");
  expect(phaseOf(license, expiresAt + GRACE_MS)).toBe("expired");
});

test("in the grace period everything works, with a warning that names both dates", () => {
  const late = installed({ expiresAt: NOW - day });
  expect(requireFeature(late, "scheduling", NOW)).toEqual([
    "The license expired on 2026-05-31. Schedules continue until 2026-06-14; renew it before then.",
  ]);
  expect(requireFeature(installed(), "scheduling", NOW)).toEqual([]);
  expect(warningOf(installed({ expiresAt: NOW - 15 * day }), NOW)).toBeNull();
});

test("the end of a license is reported to operators two weeks before, and to callers only after it", () => {
  const soon = installed({ expiresAt: NOW + 13 * day });
  expect(noticeOf(soon, NOW)).toBe(
    "The license expires on 2026-06-14. Schedules continue until 2026-06-28; renew it before then.",
  );
  expect(requireFeature(soon, "scheduling", NOW)).toEqual([]);
  expect(noticeOf(installed({ expiresAt: NOW + 15 * day }), NOW)).toBeNull();
  expect(noticeOf(installed({ expiresAt: NOW - day }), NOW)).toBeNull();
});

test("each reason for lacking a license is reported with what to do", () => {
  const cases: readonly (readonly [Installed, RegExp])[] = [
    [{ kind: "none" }, /^Scheduled messages need the paid add-on\. No license is installed\..*tidings license issue/],
    [{ kind: "flawed", flaw: "malformed" }, /is not a license.*TIDINGS_LICENSE/],
    [{ kind: "flawed", flaw: "forged" }, /not signed with the issuer.*TIDINGS_LICENSE_ISSUER/],
    [installed({ issuedAt: NOW + 3 * day }), /only valid from 2026-06-04/],
    [installed({ expiresAt: NOW - 20 * day }), /expired on 2026-05-12.*grace period is over/],
    [installed({ features: ["recurring"] }), /does not include scheduled messages/],
    [installed({ features: [] }), /does not include scheduled messages/],
  ];
  for (const [state, words] of cases) {
    expect(unavailableReason(state, "scheduling", NOW)).toMatch(words);
    expect(() => requireFeature(state, "scheduling", NOW)).toThrow(words);
    expect(featuresOf(state, NOW)).not.toContain("scheduling");
  }
  expect(unavailableReason(installed(), "scheduling", NOW)).toBeNull();
});
