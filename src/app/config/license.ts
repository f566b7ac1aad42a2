import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

import {
  features,
  GRACE_MS,
  readIssuer,
  readToken,
  writeIssuer,
  writeToken,
  type Feature,
  type License,
} from "#domain/license/license";
import {
  featuresOf,
  unavailableReason,
  stateOf,
  noticeOf,
  warningOf,
  type Installed,
  type Licenses,
  type LicenseState,
} from "#domain/license/require";
import { cachedRead } from "#domain/settings/cached-read";
import { day, type Clock } from "#lib/time";
import type { Db } from "#store/database";
import { installedToken, installToken } from "#store/queries/installation/license";

import type { Config } from "./config.ts";
import type { SecretKey } from "./secret-key.ts";

/** Start of the PKCS #8 form of an Ed25519 private key, before its 32 bytes (RFC 8410 §7). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

/** A license as it is shown to people. */
export type LicenseReport = {
  readonly state: LicenseState;
  /** The features that may be used now. */
  readonly usable: readonly Feature[];
  readonly license: License | null;
  /** Milliseconds since 1970; null if there is no readable license. */
  readonly graceUntil: number | null;
  /** About its end, near or past. */
  readonly warning: string | null;
  /** The warning, and why a feature cannot be used. Empty: nothing is wrong. */
  readonly remarks: readonly string[];
};

/** What a license can be issued for. */
export const licenseFeatures = features;

export type OpenLicenses = Licenses & {
  /** The public key that licenses are verified with. */
  readonly issuer: string;
  /** The public key of this installation's own pair. */
  readonly own: string;
  /** Where the license comes from. */
  readonly source: "environment" | "settings";
  report(): Promise<LicenseReport>;
  /** Issues a license with this installation's own key and installs it. */
  issue(terms: { licensee: string; features: readonly Feature[]; days: number }): Promise<string>;
};

/**
 * The license of this installation: TIDINGS_LICENSE, else the one that `tidings license issue` left in the database.
 * It is verified offline with the public key of TIDINGS_LICENSE_ISSUER, else with the installation's own.
 */
export function openLicenses(
  config: Pick<Config, "license" | "licenseIssuer">,
  key: Pick<SecretKey, "derive">,
  tools: { readonly db: Db; readonly clock: Clock },
): OpenLicenses {
  const own = ownKey(key);
  const issuer = config.licenseIssuer === null ? createPublicKey(own) : readIssuer(config.licenseIssuer)!;
  const reader = (): (() => Promise<Installed>) =>
    cachedRead(load, { clock: tools.clock, inTransaction: () => tools.db.inTransaction() });
  let current = reader();

  async function load(): Promise<Installed> {
    const token = config.license?.reveal() ?? (await installedToken(tools.db));
    if (token === null || token.trim() === "") return { kind: "none" };
    const license = readToken(token, issuer);
    return license.ok ? { kind: "license", license: license.value } : { kind: "flawed", flaw: license.error };
  }

  return {
    issuer: writeIssuer(issuer),
    own: writeIssuer(own),
    source: config.license === null ? "settings" : "environment",
    current: () => current(),
    async report() {
      return reportOf(await current(), tools.db.now());
    },
    async issue({ licensee, features, days }) {
      const now = tools.db.now();
      const token = writeToken({ licensee, features, issuedAt: now, expiresAt: now + days * day }, own);
      await installToken(tools.db, token);
      current = reader();
      return token;
    },
  };
}

function reportOf(installed: Installed, now: number): LicenseReport {
  const lacks = features.map((feature) => unavailableReason(installed, feature, now)).filter((lack) => lack !== null);
  const warning = warningOf(installed, now) ?? noticeOf(installed, now);
  const license = installed.kind === "license" ? installed.license : null;
  return {
    state: stateOf(installed, now),
    usable: featuresOf(installed, now),
    license,
    graceUntil: license && license.expiresAt + GRACE_MS,
    warning,
    remarks: warning === null ? lacks : [warning, ...lacks],
  };
}

/** Derived from the secret key, so that all nodes of one database have the same pair. */
function ownKey(key: Pick<SecretKey, "derive">): KeyObject {
  // The purpose is part of the key: a different spelling would give another pair, and every license would count as
  // forged.
  const der = Buffer.concat([PKCS8_HEAD, key.derive("licence-issuer").export()]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}
