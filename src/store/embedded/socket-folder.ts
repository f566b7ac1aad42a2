import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { ownFolder } from "./folders.ts";
import type { Account, Environment } from "./types.ts";

/** Only part of the socket's name: each server has a folder of its own. */
export const socketPort = 5432;

/** Maximum bytes of a socket path in the kernel, without the terminating zero. */
const longest = (platform: NodeJS.Platform) => (platform === "linux" ? 107 : 103);

const short = /^tidings-[A-Za-z0-9]{6}$/;

/**
 * Whether the socket may be here. The kernel rejects a path that is too long; a comma would split PostgreSQL's list of
 * folders.
 */
export function fitsSocket(folder: string, platform: NodeJS.Platform): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longest(platform) && !/[,"\\]/.test(folder);
}

/**
 * Creates the socket's folder, 0700 and owned by the server's user: `<home>/run`, or a short one in the runtime folder.
 * access.ts decides who may connect.
 */
export async function makeSocketFolder(home: string, env: Environment, account: Account | null): Promise<string> {
  const own = join(home, "run");
  if (fitsSocket(own, env.platform)) {
    await ownFolder(own, 0o700, account);
    return own;
  }
  const folder = realpathSync(scratch(env.runtimeFolder));
  if (account) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
  return folder;
}

// mkdtemp never uses an existing folder, so no other user can prepare one for us in /tmp.
function scratch(runtimeFolder: string): string {
  try {
    return mkdtempSync(join(runtimeFolder, "tidings-"));
  } catch {
    return mkdtempSync(join(tmpdir(), "tidings-"));
  }
}

/** Removes the sockets, which name a process as postmaster.pid does, and a short folder entirely. */
export function clearSocketFolder(folder: string): void {
  if (folder === "") return;
  if (short.test(basename(folder))) rmSync(folder, { recursive: true, force: true });
  else for (const end of ["", ".lock"]) rmSync(join(folder, `.s.PGSQL.${socketPort}${end}`), { force: true });
}
