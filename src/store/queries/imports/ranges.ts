import type { ImportRange, ImportStore } from "#domain/imports/import-store";
import type { Phone } from "#domain/recipients/phone";

import type { Db } from "../../database.ts";

type RangeStore = Pick<ImportStore, "phoneOf" | "addRange" | "ranges" | "holdRanges" | "holdRange" | "saveRange">;

export function rangeQueries(db: Db): RangeStore {
  return {
    async phoneOf(id, nth) {
      const [row] = await db.query<{ phone: Phone }>("import person", PHONE, [id, nth - 1]);
      return row?.phone ?? null;
    },
    async addRange(id, { nth, after, upto, merged }) {
      await db.query("add import range", ADD, [id, nth, after, upto, JSON.stringify(merged)]);
    },
    ranges: (id) => db.query<ImportRange>("import ranges", `${RANGES} order by nth`, [id]),
    holdRanges: (id) => db.query<ImportRange>("hold all import ranges", `${RANGES} order by nth for update`, [id]),
    async holdRange(id, nth) {
      const [range] = await db.query<ImportRange>("hold import range", `${RANGES} and nth = $2 for update`, [id, nth]);
      return range ?? null;
    },
    async saveRange(id, { nth, after, done, merged }) {
      await db.query("save import range", SAVE, [id, nth, after, done, JSON.stringify(merged)]);
    },
  };
}

const PHONE = "select phone from import_people where import_id = $1 order by phone offset $2 limit 1";
const ADD = "insert into import_ranges (import_id, nth, after, upto, merged) values ($1, $2, $3, $4, $5::jsonb)";
const RANGES = "select nth, after, upto, done, merged from import_ranges where import_id = $1";
const SAVE = `
update import_ranges set after = $3, done = $4, merged = $5::jsonb where import_id = $1 and nth = $2`;
