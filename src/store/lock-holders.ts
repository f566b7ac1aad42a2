import type { Db } from "./database.ts";

/**
 * The transactions that hold an advisory lock: once they have ended, their effects are visible. A caller that waits for
 * them must not request the lock itself, because everyone who shares it would queue behind that request.
 */
export async function holdersOf(db: Db, lock: number): Promise<readonly string[]> {
  const holders = await db.query<{ transaction: string }>("holders of a lock", HOLDERS, [lock]);
  return holders.map(({ transaction }) => transaction);
}

const HOLDERS = `
select virtualtransaction as transaction from pg_locks
where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
  and classid = 0 and objid = $1::bigint::oid and objsubid = 1 and granted`;
