import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Db } from "#store/database";
import { makePrivateFolder } from "#store/embedded/folders";
import { endStandby, readInstallation } from "#store/queries/installation/standby";

const FILE = "installation";

/**
 * Why this database must not send: it was restored, or it is not the one that this data folder belongs to. null: it may
 * send.
 */
export async function standbyReason(db: Db, dataDir: string): Promise<string | null> {
  const { id, standby } = await readInstallation(db);
  if (standby) return "it was restored from a backup";
  const known = await readFile(join(dataDir, FILE), "utf8").catch(() => null);
  if (known !== null && known.trim() !== id) return "the data folder belongs to another database";
  return null;
}

/** Binds a folder that is not bound to a database yet to this one. A folder that is not writable is not bound. */
export async function adopt(db: Db, dataDir: string): Promise<void> {
  const { id } = await readInstallation(db);
  await claim(id, dataDir, "wx").catch(() => undefined);
}

/** From now on this database is the installation. Running nodes take part after a restart. */
export async function activate(db: Db, dataDir: string): Promise<void> {
  await endStandby(db);
  const { id } = await readInstallation(db);
  await claim(id, dataDir, "w");
}

async function claim(id: string, dataDir: string, flag: "w" | "wx"): Promise<void> {
  makePrivateFolder(dataDir);
  await writeFile(join(dataDir, FILE), `${id}\n`, { flag, mode: 0o600 });
}
