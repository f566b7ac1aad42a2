import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { findCluster } from "./cluster.ts";
import { realFolder } from "./claim-folder.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { isPostmaster } from "./processes.ts";
import type { EmbeddedConnection } from "./types.ts";

/**
 * How to reach the server of a Tidings that runs on this folder, without locking the folder: for command-line commands
 * run beside a running service. Null if none runs.
 *
 * @throws EmbeddedError folder_not_ours if the database belongs to another user
 */
export function findEmbedded(dataDir: string): EmbeddedConnection | null {
  const cluster = findCluster(join(realFolder(dataDir), "pg"));
  const output = cluster && readPostmasterFile(cluster.folder);
  if (!output || output.status !== "ready" || !isPostmaster(output.pid, cluster.folder)) return null;
  const secret = join(cluster.folder, "..", "password");
  return {
    host: output.socketDir === "" ? "127.0.0.1" : output.socketDir,
    port: output.port,
    user: "tidings",
    database: "tidings",
    ...(existsSync(secret) ? { password: readFileSync(secret, "utf8") } : {}),
  };
}

/** Whether this folder has a database, including one that was moved elsewhere. Creates nothing. */
export function hasEmbedded(dataDir: string): boolean {
  return findCluster(join(realFolder(dataDir), "pg")) !== null;
}
