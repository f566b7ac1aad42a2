import { chownSync, existsSync, lchownSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { codeOf } from "#lib/error-text";

import { EmbeddedError } from "./errors.ts";
import type { Account, Owner } from "./types.ts";

/**
 * Creates a folder that only our user may enter. An existing one stays as it is. Parents get the usual mode, because
 * the server's user may have to pass through them.
 *
 * @throws the system error of the first folder that can neither be found nor created
 */
export function makePrivateFolder(folder: string): void {
  makePath(dirname(resolve(folder)));
  makeOne(resolve(folder), 0o700);
}

// Not with `recursive`: if an existing parent reports ENOENT, as /proc does, Node 24 retries forever.
function makePath(folder: string): void {
  if (existsSync(folder)) return;
  makePath(dirname(folder));
  makeOne(folder, 0o777);
}

/** Another process may create it at the same time. */
function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
  }
}

/**
 * Creates a folder if needed, with exactly this mode and owner, whatever the umask.
 *
 * @param owner null for our own user
 */
export async function ownFolder(folder: string, mode: number, owner: Owner | null): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // As root in another user's folder we must not change the owner of a link's target.
  if (!lstatSync(folder).isDirectory()) throw new EmbeddedError("broken_cluster", `${folder} is not a folder.`);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  await chmod(folder, mode);
}

/**
 * Creates `pg/<major>`. Under root it stays owned by root and the server's user may only pass through: a compromised
 * server cannot mislead us, as root, with what that user cannot rename or link.
 */
export async function makeHome(home: string, account: Account | null): Promise<void> {
  if (!account) return ownFolder(home, 0o700, null);
  if (existsSync(home) && statSync(home).uid === account.uid) return;
  await ownFolder(home, 0o710, { uid: 0, gid: account.gid });
}

/** Changes the owner of a whole tree to the server's user: a backup unpacked by root belongs to root. */
export async function changeTreeOwner(folder: string, account: Account): Promise<void> {
  lchownSync(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await changeTreeOwner(join(folder, entry.name), account);
    else lchownSync(join(folder, entry.name), account.uid, account.gid);
}
