import type { HeldItem, HeldKind, PrivacyStore } from "#domain/privacy/privacy-store";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";
import type { ConsentQueries } from "../consent/consents.ts";
import { appendEvents } from "../webhooks/events.ts";
import { HELD } from "./privacy-held.ts";

type Found = readonly Pick<HeldItem, "key" | "data">[];

export function privacyQueries(
  db: Db,
  consents: Pick<ConsentQueries, "keys" | "repository">,
  hooked: () => void,
): PrivacyStore {
  async function consentsOf(phone: Phone, after: string | null, limit: number): Promise<Found> {
    const records = await consents.repository.since(phone, Number(after ?? 0), limit);
    return records.map(({ at, ...record }) => ({
      key: String(record.id),
      data: { ...record, at: new Date(at).toISOString() },
    }));
  }

  return {
    async count(phone, atMost) {
      const values = [phone, atMost, consents.keys.lookup(phone)];
      const [row] = await db.query<Record<HeldKind, number>>("count held", COUNT, values);
      return row!;
    },
    async read(phone, kind, after, limit) {
      const rows: Found =
        kind === "consent"
          ? await consentsOf(phone, after, limit)
          : await db.query(`held ${kind}`, HELD[kind].rows, [phone, after, limit]);
      return rows.map(({ key, data }) => ({ kind, key, data }));
    },
    recordView: (kind, by) => appendEvents(db, [{ kind: `privacy.${kind}`, data: { by } }], hooked),
  };
}

const CONSENTS = `
select 1 from consent_people p join consent_records r on r.person_id = p.id where p.lookup = $3
union all select 1 from subscribers s join consents c on c.subscriber_id = s.id where s.phone = $1`;

const COUNT = `select ${Object.entries({
  ...Object.fromEntries(Object.entries(HELD).map(([kind, { all }]) => [kind, all])),
  consent: CONSENTS,
})
  .map(([kind, all]) => `(select count(*) from (${all} limit $2) held)::int as ${kind}`)
  .join(", ")}`;
