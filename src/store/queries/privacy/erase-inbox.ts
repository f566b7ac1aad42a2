import { ERASED } from "#domain/messages/removed-text";

import type { Db } from "../../database.ts";
import type { ErasureScope, ErasureStep } from "./erase-scope.ts";

const AT_ONCE = 500;

/** The row stays: it shows that a provider repeats a message. */
const ERASE = `
update inbox i set sender = '${ERASED}', body = '', media = '{}'
from (select id from inbox where sender = $1 and at <= $2 order by id limit ${AT_ONCE} for update) held
where i.id = held.id returning 1`;

/** A part of a long message waits for the others for two minutes. */
const ERASE_PARTS = "delete from inbound_parts where sender = $1 and received_at <= $2 returning 1";

export async function eraseInbox(db: Db, { phone, requestedAt }: ErasureScope): Promise<ErasureStep> {
  const { length } = await db.query("erase inbox", ERASE, [phone, requestedAt]);
  await db.query("erase inbound parts", ERASE_PARTS, [phone, requestedAt]);
  return { erased: { inbound: length }, cursor: length === AT_ONCE ? "more" : null };
}
