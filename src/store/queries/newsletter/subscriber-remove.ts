import type { ConsentKeys } from "#domain/consent/consent-keys";

import type { Db } from "../../database.ts";
import { adoptAll } from "../consent/adopt.ts";

/**
 * Deletes subscribers with memberships and codes. Their consents stay in the ledger. Must run in a transaction.
 *
 * @returns how many there were
 */
export async function removeSubscribers(db: Db, keys: ConsentKeys, ids: readonly number[]): Promise<number> {
  await adoptAll(db, keys, ids);
  return (await db.query("remove subscribers", REMOVE, [ids])).length;
}

const REMOVE = "delete from subscribers where id = any($1::bigint[]) returning id";
