import { hash } from "node:crypto";

import type { Db } from "#store/database";
import { readInstallation } from "#store/queries/installation/standby";

/** By which services of one database recognize each other; anyone may read it, and it is nothing's key. */
export async function readInstance(db: Db): Promise<string> {
  const { id } = await readInstallation(db);
  return hash("sha256", `instance ${id}`, "base64url").slice(0, 16);
}
