import type { ConsentCheck } from "#domain/consent/require-consent";
import type { ConsentKeys } from "#domain/consent/consent-keys";

import { byteaArray, textArray } from "../../binary-array.ts";
import type { Db } from "../../database.ts";
import { appendEvents } from "../webhooks/events.ts";
import { inEffect } from "./in-effect.ts";

export function consentCheckQueries(db: Db, keys: ConsentKeys, hooked: () => void): ConsentCheck {
  return {
    async withoutConsent(phones) {
      const lookups = phones.map((phone) => keys.lookup(phone));
      const values = [textArray(phones), byteaArray(lookups)];
      const [row] = await db.query<{ count: number }>("without consent", WITHOUT, values);
      return row!.count;
    },
    declareBasis: (by, basis) => appendEvents(db, [{ kind: "consent.basis_declared", data: { by, basis } }], hooked),
  };
}

/** A record that nothing has ended since, or a membership: its record may still be in the table of the last release. */
const WITHOUT = `
select count(*)::int as count from unnest($1::text[], $2::bytea[]) as r(phone, lookup)
where not exists (select from consent_people p where p.lookup = r.lookup and exists (${inEffect("p.id")}))
  and not exists (
    select from subscribers s join memberships m on m.subscriber_id = s.id
    where s.phone = r.phone and m.state = 'active')`;
