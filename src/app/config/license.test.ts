import { createHash, createSecretKey } from "node:crypto";

import { expect, test } from "vitest";

import type { Db } from "#store/database";

import { openLicenses } from "./license.ts";

test("the installation's own key pair never changes: licenses that were issued with it stay valid", () => {
  const derive = (purpose: string) => createSecretKey(createHash("sha256").update(purpose).digest());
  const tools = { db: {} as Db, clock: { now: () => 0 } };
  const { own, issuer } = openLicenses({ license: null, licenseIssuer: null }, { derive }, tools);
  // Of the first version: installations may have it in TIDINGS_LICENSE_ISSUER.
  expect([own, issuer]).toEqual(Array(2).fill("6-UUy9a6MxDpOHRM6MrHKP_d1mUoGKD09-LQOVAO4ZU"));
});
