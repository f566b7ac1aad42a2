import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Debian 12's 1.18, and one that supports prepared statements, which fetch-pgbouncer.sh unpacks. */
export const poolers = {
  installed: "/usr/sbin/pgbouncer",
  newer: join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "tidings", "pgbouncer", "newer", "run"),
} as const;

export const hasPooler = (which: keyof typeof poolers): boolean => existsSync(poolers[which]);
