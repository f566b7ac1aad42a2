import type { PersonLinkStore } from "#domain/forms/person-link";

import type { Db } from "../../database.ts";

type Row = { readonly secret: Buffer };

export function personLinkQueries(db: Db): PersonLinkStore {
  return {
    async ensure(subscriberId, secret, replace) {
      const [row] = await db.query<Row>("ensure person link", ENSURE, [subscriberId, secret, replace]);
      return row?.secret ?? null;
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
