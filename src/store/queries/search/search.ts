import type { KnownNumber, SearchHit, SearchStore, StoredType } from "#domain/search/search-store";

import type { Db } from "../../database.ts";
import { finders, type Found } from "./finders.ts";

const KNOWN = `
select (select json_build_object('id', id, 'name', name) from subscribers where phone = $1) as subscriber,
  exists (select from suppressions where phone = $1) as suppressed,
  exists (select from inbox_threads where sender = $1) as "hasThread",
  exists (select from deliveries where phone = $1) as "hasEntries"`;

export function searchQueries(db: Db): SearchStore {
  return {
    async find(type, terms, by, limit) {
      const statement = finders[type]({ terms, by, limit });
      if (statement === null) return { hits: [], incomplete: false };
      const rows = await db.unnamed<Found>(statement.text, statement.values);
      // A statement that bounds its work returns a last row without an id, which says whether it left rows unread.
      return {
        hits: rows.filter(({ id }) => id !== null).map((row): SearchHit => hitOf(type, row)),
        incomplete: rows.some(({ incomplete }) => incomplete === true),
      };
    },
    async known(phone) {
      const [row] = await db.query<KnownNumber>("known number", KNOWN, [phone]);
      return row!;
    },
  };
}

const PREFIXES: Partial<Record<StoredType, string>> = { message: "msg_", schedule: "sch_", webhook: "wh_" };
const LONGEST_DETAIL = 120;

function hitOf(type: StoredType, { id, title, detail }: Found): SearchHit {
  return {
    id: `${PREFIXES[type] ?? ""}${id}`,
    title: short(title),
    detail: detail === null ? null : short(detail),
  };
}

const short = (text: string): string =>
  [...text].length > LONGEST_DETAIL ? `${[...text].slice(0, LONGEST_DETAIL - 1).join("")}…` : text;
