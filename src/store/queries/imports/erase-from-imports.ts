import type { Db } from "../../database.ts";

/**
 * Keeps running imports from bringing back a person who is being erased. A step of an import holds the row of its job.
 * This waits for it, and for pages of people that outlived their step, so that the erasure sees the people it has just added.
 */
export async function eraseFromImports(db: Db, phone: string): Promise<void> {
  await db.query("hold imports", HOLD, []);
  // Before what belongs to an import, as whoever deletes one locks them: an import may have begun since it was held.
  await db.query("forget in imports", FORGET, [phone]);
  await db.query("hold import ranges", HOLD_RANGES, [phone]);
  await db.query("delete forgotten", DROP, [phone]);
}

const HOLD = "select 1 from jobs where id in (select id from imports) order by id for update";

const FORGETTING = "array(select import_id from import_erasures where phone_hash = sha256($1::text::bytea))";

const HOLD_RANGES = `
select 1 from import_ranges where import_id = any(${FORGETTING}) order by import_id, nth for update`;

const FORGET = `
with held as materialized (select id from imports order by id for key share)
insert into import_erasures (import_id, phone_hash)
select id, sha256($1::text::bytea) from held on conflict do nothing`;

const DROP = `delete from import_people where phone = $1 and import_id = any(${FORGETTING})`;

/** Of row `p` of `import_people` of import $1. Nearly always nobody was erased, which is determined once. */
export const IS_FORGOTTEN = `(exists (select from import_erasures e where e.import_id = $1) and exists (
  select from import_erasures e where e.import_id = $1 and e.phone_hash = sha256(p.phone::bytea)))`;
