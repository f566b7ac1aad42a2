import type { Db } from "../database.ts";

/** Which installation the database is, and whether it is a restored copy that must not send. */
export async function readInstallation(db: Db): Promise<{ readonly id: string; readonly standby: boolean }> {
  const [row] = await db.query<{ id: string; standby: boolean }>(
    "installation",
    "select id, exists (select from settings where name = 'standby') as standby from installation",
    [],
  );
  return row!;
}

/** From now on the copy is the installation. */
export async function endStandby(db: Db): Promise<void> {
  await db.query("end standby", "delete from settings where name = 'standby'", []);
}
