import { readFile } from "node:fs/promises";

import pg from "pg";

import { migrate } from "#store/migrate";
import { ensurePartitions } from "#store/partitions";

/**
 * `node scripts/prepare-statements.ts URL FILE`: whether a server understands every statement that tests executed on
 * another one, without its data. FILE is what TIDINGS_STATEMENTS recorded: test/support/database/record-statements.ts.
 * The schema is created in the database of the URL, which should be empty.
 */
const [url, file] = process.argv.slice(2);
if (!url || !file) throw new Error("Usage: node scripts/prepare-statements.ts URL FILE");
/** With fewer, the record is incomplete. */
const LEAST = 400;
const UNDEFINED_TABLE = "42P01";

const recorded = new Map<string, string>();
for (const line of (await readFile(file, "utf8")).split("\n")) {
  if (line === "") continue;
  const [name, text] = JSON.parse(line) as [string, string];
  // Others, such as `lock`, cannot be prepared.
  if (!/^\s*(with|select|insert|update|delete|merge)\b/i.test(text)) continue;
  // A name that ends with a partition's name belongs to a statement whose partition may not exist here.
  if (!/_\d{4}_\d{2}$|_\d{6,}$/.test(name) || text.includes(thisMonth())) recorded.set(name, text);
}
const pool = new pg.Pool({ connectionString: url, max: 1 });
await migrate(pool);
await ensurePartitions(pool, Date.now());
const refused: string[] = [];
let prepared = 0;
let elsewhere = 0;
for (const [name, text] of recorded) {
  try {
    await pool.query(`prepare s as ${text}`);
    await pool.query("deallocate s");
    prepared += 1;
  } catch (error) {
    // Partitions of other months, and tables that a test created for itself: the schema is the same on every server.
    if ((error as pg.DatabaseError).code === UNDEFINED_TABLE) elsewhere += 1;
    else refused.push(`${name}: ${(error as Error).message}`);
  }
}
const { rows } = await pool.query<{ server_version: string }>("show server_version");
await pool.end();
console.log(
  `PostgreSQL ${rows[0]!.server_version}: ${prepared} of ${recorded.size} statements; ${elsewhere} name tables that are not here`,
);
for (const line of refused) console.log(`Refused: ${line}`);
if (prepared < LEAST) console.log(`Fewer than ${LEAST} were prepared.`);
process.exitCode = refused.length > 0 || prepared < LEAST ? 1 : 0;

function thisMonth(): string {
  return new Date().toISOString().slice(0, 7).replace("-", "_");
}
