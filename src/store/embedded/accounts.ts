import { readFileSync, statSync, type Stats } from "node:fs";
import { dirname } from "node:path";

import type { Account, Owner } from "./types.ts";

/** The accounts of a passwd file. */
export function parsePasswd(text: string): Account[] {
  return text
    .split("\n")
    .map((line) => line.split(":"))
    .filter((field) => field.length >= 4)
    .map(([name, , uid, gid]) => ({ name: name!, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }));
}

/**
 * The account the server runs as when we are root, which PostgreSQL refuses to be: the owner of an existing database,
 * else `postgres`, else `nobody`. Null if none of them exists.
 *
 * @param owner uid and gid of the existing database folder
 */
export function serverAccount(owner?: Owner): Account | null {
  let accounts: Account[] = [];
  try {
    accounts = parsePasswd(readFileSync("/etc/passwd", "utf8"));
  } catch {
    // An image without passwd has neither `postgres` nor `nobody`.
  }
  if (owner && owner.uid !== 0)
    return accounts.find(({ uid }) => uid === owner.uid) ?? { name: String(owner.uid), ...owner };
  return accounts.find(({ name }) => name === "postgres") ?? accounts.find(({ name }) => name === "nobody") ?? null;
}

/** Whether this account may enter a folder. Mode bits only: an access list that grants more is not seen. */
export function mayEnter(account: Account, folder: Pick<Stats, "uid" | "gid" | "mode">): boolean {
  if (account.uid === folder.uid) return (folder.mode & 0o100) !== 0;
  if (account.gid === folder.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/** The folders on the path to `folder`, including itself, that this account cannot enter. */
export function closedFolders(account: Account, folder: string): string[] {
  const closed: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (!mayEnter(account, statSync(at))) closed.push(at);
    if (at === dirname(at)) return closed;
  }
}
