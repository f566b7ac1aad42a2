import { verifyLedger, type LedgerReport, type VerifyOptions } from "#domain/consent/verify-ledger";
import type { Log } from "#lib/log";
import type { Db } from "#store/database";
import { ledgerReader } from "#store/queries/consent/ledger-reader";

import type { Config } from "../config/config.ts";
import type { SecretKey } from "../config/secret-key.ts";
import { openTools } from "../service/open-tools.ts";
import { consentKeysOf } from "./keys.ts";

/** Verifies the consent ledger of a database whose key is known. */
export function verifyConsents(
  { db, key }: { readonly db: Db; readonly key: SecretKey },
  options: VerifyOptions,
): Promise<LedgerReport> {
  return verifyLedger(ledgerReader(db), consentKeysOf(key), options);
}

/** The same for a command, beside a running service or without one. Changes nothing. */
export async function verifyWholeLedger(config: Config, log: Log, root: string | undefined): Promise<LedgerReport> {
  const tools = await openTools(config, log, { readOnly: true });
  try {
    return await verifyConsents(tools.store, { bound: null, root });
  } finally {
    await tools.close();
  }
}
