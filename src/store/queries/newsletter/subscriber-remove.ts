import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import { adoptOf } from "../consent/adopt.ts";

/** Deletes a subscriber with memberships and code. Their consents stay in the ledger. Must run in a transaction. */
export async function removeSubscriber(db: Db, keys: ConsentKeys, id: number): Promise<void> {
  const [person] = await db.query<{ phone: Phone }>("phone to remove", PHONE, [id]);
  if (!person) return;
  await adoptOf(db, keys, person.phone);
  await db.query("remove subscriber", "delete from subscribers where id = $1", [id]);
}

const PHONE = "select phone from subscribers where id = $1";
