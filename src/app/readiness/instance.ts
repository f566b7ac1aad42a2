import { hash } from "node:crypto";

import type { Db } from "#store/database";
import { readInstallation } from "#store/queries/installation/standby";

/**
 * Identifies the database, so that its services recognize each other. Anyone may read it; it is not a key to anything.
 */
export async function readInstance(db: Db): Promise<string> {
  const { id } = await readInstallation(db);
  return hash("sha256", `instance ${id}`, "base64url").slice(0, 16);
}
