import type { ConsentCheck } from "#domain/consent/require-consent";
import type { ConsentKeys } from "#domain/consent/consent-keys";
import type { Phone } from "#domain/recipients/phone";

import { byteaArray, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { appendEvents } from "../webhooks/events.ts";
import { inEffect } from "./in-effect.ts";

export function consentCheckQueries(db: Db, keys: ConsentKeys, hooked: () => void): ConsentCheck {
  const parameters = (phones: readonly Phone[]) => [
    textArray(phones),
    byteaArray(phones.map((phone) => keys.lookup(phone))),
  ];
  return {
    async withoutConsent(phones) {
      const text = `select count(*)::int as count ${WITHOUT}`;
      const [row] = await db.query<{ count: number }>("without consent", text, parameters(phones));
      return row!.count;
    },
    async listWithoutConsent(phones, limit) {
      const text = `select r.phone ${WITHOUT} limit $3`;
      const rows = await db.query<{ phone: Phone }>("list without consent", text, [...parameters(phones), limit]);
      return rows.map(({ phone }) => phone);
    },
    declareBasis: (by, basis) => appendEvents(db, [{ kind: "consent.basis_declared", data: { by, basis } }], hooked),
  };
}

/** A record that nothing has ended since, or a membership: its record may still be in `consents`, from an import. */
const WITHOUT = `
from unnest($1::text[], $2::bytea[]) as r(phone, lookup)
where not exists (select from consent_people p where p.lookup = r.lookup and exists (${inEffect("p.id")}))
  and not exists (
    select from subscribers s join memberships m on m.subscriber_id = s.id
    where s.phone = r.phone and m.state = 'active')`;
