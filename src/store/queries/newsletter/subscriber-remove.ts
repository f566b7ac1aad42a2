import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { moveAllStaged } from "../consent/move-staged.ts";
import { leaveStoredAudiences } from "../schedules/stored-audiences.ts";

/**
 * Deletes subscribers with memberships and codes. Their consents stay in the ledger. Must run in a transaction.
 *
 * @returns how many there were
 */
export async function removeSubscribers(db: Db, keys: ConsentKeys, ids: readonly number[]): Promise<number> {
  await moveAllStaged(db, keys, ids);
  await leaveStoredAudiences(db, await phonesOf(db, ids));
  return (await db.query("remove subscribers", REMOVE, [ids])).length;
}

export async function phonesOf(db: Db, ids: readonly number[]): Promise<readonly Phone[]> {
  const people = await db.query<{ phone: Phone }>("phones of subscribers", PHONES, [ids]);
  return people.map(({ phone }) => phone);
}

const PHONES = "select phone from subscribers where id = any($1::bigint[])";

const REMOVE = "delete from subscribers where id = any($1::bigint[]) returning id";
