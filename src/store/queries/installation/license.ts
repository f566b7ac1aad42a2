import type { Db } from "../../database.ts";

const NAME = "license";

const INSTALL = `
insert into settings (name, value) values ($1, $2)
on conflict (name) do update set value = excluded.value, updated_at = now()`;

/** The license that was installed by command, or null. */
export async function installedToken(db: Db): Promise<string | null> {
  const [row] = await db.query<{ value: unknown }>("installed license", "select value from settings where name = $1", [
    NAME,
  ]);
  return typeof row?.value === "string" ? row.value : null;
}

/** Replaces the installed license; every node reads it within seconds. */
export async function installToken(db: Db, token: string): Promise<void> {
  await db.query("install license", INSTALL, [NAME, JSON.stringify(token)]);
}
