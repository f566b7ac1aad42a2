import type { ConsentLedger, ConsentRepository, SealingStore } from "#domain/consent/consent-ledger";
import type { ConsentKeys } from "#domain/consent/consent-keys";

import type { Db } from "../../database.ts";
import { appendConsents } from "./append.ts";
import { consentReads } from "./read.ts";
import { sealingQueries } from "./sealing.ts";

/** The consent ledger, with the keys that its statements need. */
export type ConsentQueries = {
  readonly keys: ConsentKeys;
  readonly ledger: ConsentLedger;
  readonly repository: ConsentRepository;
  readonly sealing: SealingStore;
};

export function consentQueries(db: Db, keys: ConsentKeys): ConsentQueries {
  return {
    keys,
    ledger: { append: (entries) => appendConsents(db, keys, entries) },
    repository: consentReads(db, keys),
    sealing: sealingQueries(db, keys),
  };
}
