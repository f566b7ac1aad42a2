import { counted } from "#lib/counted";
import type { Db } from "#store/database";

import { verifyConsents } from "../consent/verify-consents.ts";
import type { SecretKey } from "../config/secret-key.ts";
import { failure, ok, type CheckResult } from "./check-result.ts";

/** A few seconds of work if each record belongs to another person. */
const BOUND = 100_000;

/** Whether the consent ledger was changed other than by appending to it. */
export async function checkConsents(store: { readonly db: Db; readonly key: SecretKey }): Promise<CheckResult> {
  const about = "consent ledger";
  const { records, seals, complete, newest, issue } = await verifyConsents(store, { bound: BOUND });
  if (issue) return failure(about, `${issue.text} The ledger was changed outside of Tidings.`);
  const root = newest === null ? "" : ` Seal ${newest.number}: ${newest.root}.`;
  const text = complete
    ? `${counted(records, "record")} in ${counted(seals, "seal")}: nothing was changed.${root}`
    : `The newest ${counted(seals, "seal")} and a sample of ${counted(records, "record")}: nothing was changed. For all of it: tidings consent verify.${root}`;
  return ok(about, text);
}
