import type { Phone } from "#domain/recipients/phone";

import { textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";

const BLOCK = `
insert into suppressions (phone, reason, source, kind, added_by, at)
select phone, 'Asked at the counter', 'console', 'block', $2, now() - interval '40 days'
from unnest($1::text[]) as b(phone) order by phone on conflict do nothing`;

/** Puts people of the demo on the suppression list, as an operator would have done it before the first message. */
export async function blockDemoPeople(db: Db, phones: readonly Phone[], by: string): Promise<void> {
  await db.query("block demo people", BLOCK, [textArray(phones), by]);
}
