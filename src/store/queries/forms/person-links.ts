import type { PersonLinkStore } from "#domain/forms/person-link";

import { byteaArray, int8Array } from "../../binary-array.ts";
import type { Db } from "../../database.ts";

type Row = { readonly secret: Buffer };
type OwnRow = Row & { readonly id: number };

export function personLinkQueries(db: Db): PersonLinkStore {
  return {
    async ensure(subscriberId, secret, replace) {
      const [row] = await db.query<Row>("ensure person link", ENSURE, [subscriberId, secret, replace]);
      return row?.secret ?? null;
    },
    async ensureAll(subscriberIds, secrets) {
      const found = await db.query<OwnRow>("links of people", OF_PEOPLE, [int8Array(subscriberIds)]);
      const known = new Map(found.map(({ id, secret }) => [id, secret]));
      const without = subscriberIds.flatMap((id, index) => (known.has(id) ? [] : [{ id, secret: secrets[index]! }]));
      if (without.length === 0) return known;
      const made = await db.query<OwnRow>("ensure links of people", ENSURE_ALL, [
        int8Array(without.map(({ id }) => id)),
        byteaArray(without.map(({ secret }) => secret)),
      ]);
      for (const { id, secret } of made) known.set(id, secret);
      return known;
    },
    async secretOf(subscriberId) {
      const [row] = await db.query<Row>("person link", "select secret from person_links where subscriber_id = $1", [
        subscriberId,
      ]);
      return row?.secret ?? null;
    },
  };
}

// The update without a change returns the row of a concurrent call, too.
const ENSURE = `
insert into person_links (subscriber_id, secret) select id, $2 from subscribers where id = $1 for key share
on conflict (subscriber_id) do update
set secret = case when $3 then excluded.secret else person_links.secret end returning secret`;

const OF_PEOPLE = `
select subscriber_id as id, secret from person_links where subscriber_id = any($1::bigint[])`;

// In the order of all statements that lock people.
const ENSURE_ALL = `
insert into person_links (subscriber_id, secret)
select s.id, wanted.secret from unnest($1::bigint[], $2::bytea[]) wanted (id, secret)
join subscribers s on s.id = wanted.id order by s.phone for key share of s
on conflict (subscriber_id) do update set secret = person_links.secret returning subscriber_id as id, secret`;
