import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { EmbeddedError, orUrl } from "./errors.ts";
import { isRunning, ownIdentity } from "./process-identity.ts";

/** A held lock. */
export type FolderLock = { release(): void };

// A garbage-collected handle would release the lock, so the set keeps every held one alive.
const held = new Set<DatabaseSync>();

const noteIn = (folder: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, "tidings.pid"), "utf8")) as Record<string, unknown>;

function holder(folder: string): string {
  try {
    const { pid, host } = noteIn(folder);
    return `process ${String(pid)} on ${String(host)}`;
  } catch {
    return "a process that has not written its id yet";
  }
}

/**
 * Whether the process that locked the folder was killed: its database server may still run. Without touching the lock,
 * which a service that starts would find taken. A process of another host or container counts as running.
 */
export function holderIsGone(folder: string): boolean {
  try {
    const { pid, started, host } = noteIn(folder);
    return host === hostname() && typeof pid === "number" && !isRunning({ pid, started });
  } catch {
    return false;
  }
}

/**
 * Locks the folder for this process. The kernel holds the lock (SQLite only serves as Node's access to fcntl): other
 * containers on the same volume are refused, too, and it is released immediately after kill -9.
 *
 * Nothing else may open `tidings.lock`: closing any handle of that file drops every lock this process has on it.
 *
 * @throws EmbeddedError folder_in_use, folder_not_ours
 */
export function lockFolder(folder: string): FolderLock {
  // A static import would end the library on an older Node before it can say which one it needs.
  const sqlite = process.getBuiltinModule("node:sqlite");
  let file: DatabaseSync | undefined;
  try {
    file = new sqlite.DatabaseSync(join(folder, "tidings.lock"), { timeout: 0 });
    file.exec("begin exclusive");
    writeFileSync(join(folder, "tidings.pid"), JSON.stringify({ ...ownIdentity(), host: hostname() }), { mode: 0o644 });
  } catch (error) {
    file?.close();
    const sqliteBusy = 5;
    if (typeof error === "object" && error !== null && "errcode" in error && error.errcode === sqliteBusy)
      throw new EmbeddedError(
        "folder_in_use",
        `The data folder ${folder} is in use by ${holder(folder)}. Stop that Tidings, give this one another TIDINGS_DATA, ` +
          `or let both share one server through DATABASE_URL.`,
        { cause: error },
      );
    throw new EmbeddedError(
      "folder_not_ours",
      `The data folder ${folder} cannot be written by this user (${error instanceof Error ? error.message : "unknown error"}). ` +
        `Start Tidings as the user that owns it, set TIDINGS_DATA to another folder, ${orUrl}.`,
      { cause: error },
    );
  }
  const lock = file;
  held.add(lock);
  return {
    release() {
      if (!held.delete(lock)) return;
      rmSync(join(folder, "tidings.pid"), { force: true });
      lock.close();
    },
  };
}
