import type { ConsentEntry, ConsentKind } from "#domain/consent/consent-record";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";

/** `atMicros`: when it happened, for a record that was made earlier; otherwise now, by the database's clock. */
export type DatedEntry = ConsentEntry & { readonly atMicros?: number };

type Row = {
  readonly id: number;
  readonly phone: Phone;
  readonly name: string;
  readonly group_id: number | null;
  readonly kind: ConsentKind;
  readonly at_micros: number;
  readonly source: string;
  readonly actor: string | null;
  readonly ip: string | null;
  readonly wording: string | null;
};

/** Removes the rows of these people from `consents`, and returns them as records. Must run in a transaction. */
export async function takeStagedConsents(db: Db, phones: readonly Phone[]): Promise<readonly DatedEntry[]> {
  const rows = await db.query<Row>("take staged consents", TAKE, [phones]);
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map(({ phone, name, group_id: groupId, kind, at_micros: atMicros, source, actor, ip, wording }) => ({
      phone,
      name,
      groupId,
      kind,
      evidence: { source, actor, ip },
      atMicros,
      wording: wording === null ? undefined : { text: wording },
    }));
}

/** Locked in the order of numbers, like the people of the ledger, so two batches cannot deadlock. */
const TAKE = `
delete from consents c using subscribers s where s.id = c.subscriber_id and c.id = any(array(
  select o.id from subscribers p join consents o on o.subscriber_id = p.id
  where p.phone = any($1::text[]) order by p.phone, o.id for update of o))
returning c.id, s.phone, s.name, c.group_id, c.kind, (extract(epoch from c.at) * 1000000)::bigint as at_micros,
  c.source, c.actor, c.ip, c.wording`;
