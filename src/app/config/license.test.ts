import { expect, test } from "vitest";

import { Secret } from "#lib/redact";
import type { Db } from "#store/database";

import { openLicenses } from "./license.ts";
import { findSecretKey } from "./secret-key.ts";

test("an installation keeps its own issuer: another name for the key's purpose would make its licenses forged", async () => {
  const key = (await findSecretKey(new Secret("a secret key of 32 characters or more"), "nowhere"))!;
  const { own } = openLicenses({ license: null, licenseIssuer: null }, key, { db: {} as Db, clock: { now: Date.now } });
  expect(own).toBe("shR5ObAWMqUnhqyLiSDZINlZ58W19rq3v_WzhYBfzcU");
});
