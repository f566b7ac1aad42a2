import { uuidFloor, type Uuid } from "#lib/ids";
import { hour } from "#lib/time";

import type { Db } from "../../database.ts";

export async function dropPeople(db: Db, id: Uuid, limit: number): Promise<number> {
  // Before its people, as an erasure does.
  await db.query("hold import", HOLD, [id]);
  return (await db.query("drop import people", DROP, [id, limit])).length;
}

/** An upload takes minutes at most. */
export async function dropLeftovers(db: Db, limit: number): Promise<number> {
  await db.query("drop broken uploads", BROKEN_OFF, [uuidFloor(db.now() - hour)]);
  return (await db.query("drop import leftovers", LEFTOVERS, [limit])).length;
}

const HOLD = "select from imports where id = $1 for update";

const DROP = `
delete from import_people where ctid = any(array(
  select ctid from import_people where import_id = $1 order by phone limit $2))
returning 1`;

const BROKEN_OFF = `
delete from imports where id < $1 and not exists (select from jobs where jobs.id = imports.id)`;

const LEFTOVERS = `
delete from import_people where ctid = any(array(
  select ctid from import_people p where not exists (select from imports where imports.id = p.import_id) limit $1))
returning 1`;
