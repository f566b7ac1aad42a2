import type { BulkStore, Selection } from "#domain/subscribers/bulk-store";
import { second } from "#lib/time";

import { binder, type Bind } from "../../bind.ts";
import { within } from "../../bounded.ts";
import type { Db } from "../../database.ts";
import { matches } from "./filter-fragment.ts";

/** The longest that a caller who starts a job waits for its total. */
const COUNT_MS = 2 * second;
/**
 * Subscribers that one page reads. Few may match, and the statement must end in time however expensive the filter is.
 */
const PAGE = 20_000;

/** Reads whom a bulk action is for, page by page. */
export function bulkPages(db: Db, countMs = COUNT_MS): Pick<BulkStore, "measure" | "page"> {
  async function endOfPage(after: number, last: number): Promise<number> {
    const [row] = await db.query<{ id: number }>("end of bulk page", END, [after, last, PAGE - 1]);
    return row!.id;
  }

  return {
    async measure(selection) {
      const { values, bind } = binder();
      const count = `select count(*)::int as people from subscribers s where ${isMeant(selection, bind)}`;
      const [row] = await db.query<{ last: number }>("last subscriber", LAST, []);
      const counted = await within(db, countMs, () => db.unnamed<{ people: number }>(count, values));
      return { people: counted && counted[0]!.people, last: row!.last };
    },

    async page(selection, after, last, limit) {
      const end = "ids" in selection ? last : await endOfPage(after, last);
      const first = binder();
      const found = await db.unnamed<{ id: number }>(
        `select s.id from subscribers s where s.id > ${first.bind(after)} and s.id <= ${first.bind(end)}
           and ${isMeant(selection, first.bind)} order by s.id limit ${first.bind(limit)}`,
        first.values,
      );
      const ids = found.map(({ id }) => id);
      const until = ids.length === limit ? ids.at(-1)! : end < last ? end : null;
      if (ids.length === 0) return { ids, seen: 0, last: until };
      await lockForBulk(db, ids);
      // Only a later statement sees what the previous holder of a lock has written.
      const again = binder();
      const still = await db.unnamed<{ id: number }>(
        `select s.id from subscribers s where s.id = any(${again.bind(ids)}) and ${isMeant(selection, again.bind)}`,
        again.values,
      );
      return {
        ids: still.map(({ id }) => id),
        seen: ids.length,
        last: until,
      };
    },
  };
}

/** Locks subscribers until the end of the transaction, in the order of their numbers, as every other statement does. */
export async function lockForBulk(db: Db, ids: readonly number[]): Promise<void> {
  await db.query("lock for bulk", LOCK, [ids]);
}

function isMeant(selection: Selection, bind: Bind): string {
  return "ids" in selection ? `s.id = any(${bind(selection.ids, "bigint[]")})` : matches(selection.filter, bind);
}

const LAST = "select coalesce(max(id), 0) as last from subscribers";

const END = `
select least($2::bigint, coalesce((select id from subscribers where id > $1::bigint order by id offset $3 limit 1), $2::bigint)) as id`;

const LOCK = "select from subscribers where id = any($1::bigint[]) order by phone for update";
