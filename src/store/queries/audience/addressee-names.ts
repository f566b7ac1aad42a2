import type { AddresseeNameReader } from "#domain/messages/addressees";

import type { Db } from "../../database.ts";

type Row = { kind: "group" | "segment"; id: number; name: string };

const READ = `
select 'group' as kind, id, name from groups where id = any($1::bigint[])
union all select 'segment', id, name from segments where id = any($2::bigint[])`;

export function addresseeNameQueries(db: Db): AddresseeNameReader {
  return async ({ groups, segments }) => {
    const hasNoRecipient = groups.length === 0 && segments.length === 0;
    const rows = hasNoRecipient ? [] : await db.query<Row>("addressee names", READ, [groups, segments]);
    const of = (kind: Row["kind"]): ReadonlyMap<number, string> =>
      new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]));
    return { groups: of("group"), segments: of("segment") };
  };
}
