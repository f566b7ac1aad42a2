import { randomBytes } from "node:crypto";

import { consentKeys, type ConsentKeys } from "#domain/consent/consent-keys";

import type { SecretKey } from "../config/secret-key.ts";

/** The keys of the consent ledger. */
export const consentKeysOf = (key: Pick<SecretKey, "derive">): ConsentKeys => consentKeys(key.derive, randomBytes);
