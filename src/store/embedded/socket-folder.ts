import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { ownFolder } from "./folders.ts";
import type { Account, Environment } from "./types.ts";

/** Only part of the socket's name: each server has a folder of its own. */
export const socketPort = 5432;

/** Bytes of a socket path that the kernel takes, without the final zero. */
const longest = (platform: NodeJS.Platform) => (platform === "linux" ? 107 : 103);

const short = /^tidings-[A-Za-z0-9]{6}$/;

/** May the socket lie here? Too long is refused by the kernel; a comma would part PostgreSQL's list of folders. */
export function fitsSocket(folder: string, platform: NodeJS.Platform): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longest(platform) && !/[,"\\]/.test(folder);
}

/**
 * Makes the socket's folder, 0700 and owned by the server's user: `<home>/run`, or a short one in the runtime folder. Who
 * of those that reach it may enter, access.ts says.
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

// mkdtemp never takes a folder that is there already, so nobody can prepare one for us in /tmp.
function scratch(runtimeFolder: string): string {
  try {
    return mkdtempSync(join(runtimeFolder, "tidings-"));
  } catch {
    return mkdtempSync(join(tmpdir(), "tidings-"));
  }
}

/** Removes the sockets, which name a process as postmaster.pid does, and a short folder as a whole. */
export function clearSocketFolder(folder: string): void {
  if (folder === "") return;
  if (short.test(basename(folder))) rmSync(folder, { recursive: true, force: true });
  else for (const end of ["", ".lock"]) rmSync(join(folder, `.s.PGSQL.${socketPort}${end}`), { force: true });
}
