import { chownSync, existsSync, lchownSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { EmbeddedError } from "./errors.ts";
import type { Account } from "./types.ts";

/**
 * Makes a folder that nobody else may enter. One that is there stays as it is. Parents are made as usual, for the
 * server's user may have to pass them.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(dirname(resolve(folder)), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * Makes a folder if need be, with exactly this mode and owner, whatever the umask says.
 *
 * @param owner null for our own user
 */
export async function ownFolder(
  folder: string,
  mode: number,
  owner: { uid: number; gid: number } | null,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // As root in a folder of somebody else we must not give away what a link points at.
  if (!lstatSync(folder).isDirectory()) throw new EmbeddedError("broken_cluster", `${folder} is not a folder.`);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  await chmod(folder, mode);
}

/**
 * Makes `pg/<major>`. As root it stays root's and the server's user may only pass through: what that user
 * cannot rename or link, a broken-in server cannot use to lead us, root, astray.
 */
export async function makeHome(home: string, account: Account | null): Promise<void> {
  if (!account) return ownFolder(home, 0o700, null);
  if (existsSync(home) && statSync(home).uid === account.uid) return;
  await ownFolder(home, 0o710, { uid: 0, gid: account.gid });
}

/** Gives a whole tree to the server's user: a backup unpacked by root belongs to root. */
export async function giveTree(folder: string, account: Account): Promise<void> {
  lchownSync(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await giveTree(join(folder, entry.name), account);
    else lchownSync(join(folder, entry.name), account.uid, account.gid);
}
