import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";

import type { Log } from "#lib/log";

import { closedFolders, serverAccount } from "./accounts.ts";
import { findCluster } from "./cluster.ts";
import { EmbeddedError, orUrl } from "./errors.ts";
import { refuseNetworkFolder } from "./file-system.ts";
import { lockFolder, type FolderLock } from "./folder-lock.ts";
import { makePrivateFolder, ownFolder } from "./folders.ts";
import type { Account, Environment } from "./types.ts";

/** A folder that is exclusively ours until `release`. */
export type ClaimedFolder = {
  readonly folder: string;
  /** The account the server must run as; null if it is our own user. */
  readonly account: Account | null;
  release(): void;
};

/** Written to the folder the operator named if its database had to be stored elsewhere. */
const pointer = "database-moved-to";

/** Where the database of this data folder is: in it, or where it was moved. */
export function realFolder(dataDir: string): string {
  const given = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
  const file = join(given, pointer);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : given;
}

/**
 * Locks the data folder and determines which account runs the server and whether it can reach the folder. If not, a new
 * database is moved to the state folder; an existing one is never bypassed.
 *
 * @throws EmbeddedError folder_in_use, folder_not_ours, network_folder, unreachable_folder, moved_folder_gone
 */
export async function claimFolder(dataDir: string, env: Environment, log: Log): Promise<ClaimedFolder> {
  const given = makeFolder(dataDir);
  refuseNetworkFolder(given, env, log);
  const locks: FolderLock[] = [lockFolder(given)];
  const release = () => {
    for (const lock of locks.toReversed()) lock.release();
  };
  try {
    let folder = realFolder(given);
    if (folder !== given) {
      if (!existsSync(folder)) throw gone(given, folder);
      refuseNetworkFolder(folder, env, log);
      locks.push(lockFolder(folder));
    }
    if (env.uid !== 0) return { folder, account: null, release };

    const cluster = findCluster(join(folder, "pg"));
    const account = serverAccount(cluster?.owner);
    if (!account)
      throw new EmbeddedError(
        "unknown_user",
        `PostgreSQL refuses to run as root, and neither "postgres" nor "nobody" is in /etc/passwd. ` +
          `Start Tidings as an ordinary user, ${orUrl}.`,
      );
    if (openLeaf(folder, account).length > 0) {
      if (cluster || folder !== given) throw unreachable(folder, account);
      folder = await moveAway(given, account, env);
      refuseNetworkFolder(folder, env, log);
      locks.push(lockFolder(folder));
      writeFileSync(join(given, pointer), `${folder}\n`);
      log(
        "warn",
        `PostgreSQL cannot run as root and "${account.name}" cannot reach ${given}: the database is in ${folder}.`,
      );
    }
    return { folder, account, release };
  } catch (error) {
    release();
    throw error;
  }
}

function makeFolder(dataDir: string): string {
  try {
    makePrivateFolder(dataDir);
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedError(
      "folder_not_ours",
      `The data folder ${resolve(dataDir)} cannot be created (${error instanceof Error ? error.message : "unknown error"}). ` +
        `Set TIDINGS_DATA to a folder this user can write, ${orUrl}.`,
      { cause: error },
    );
  }
}

/**
 * The folders on the path that are closed to the account, after opening the last one, which is ours, to its group only.
 */
function openLeaf(folder: string, account: Account): string[] {
  const closed = closedFolders(account, folder);
  const { uid, mode } = statSync(folder);
  if (closed.length !== 1 || closed[0] !== folder || uid !== 0) return closed;
  chownSync(folder, 0, account.gid);
  chmodSync(folder, (mode & 0o777) | 0o010);
  return [];
}

/**
 * A folder for one database under the state folder. A data folder that was deleted and created again is a fresh start,
 * so an earlier database of the same path is neither used nor changed.
 */
async function moveAway(given: string, account: Account, env: Environment): Promise<string> {
  const name = createHash("sha256").update(given).digest("hex").slice(0, 12);
  let folder = join(env.stateFolder, name);
  try {
    for (let n = 2; existsSync(folder); n++) folder = join(env.stateFolder, `${name}-${n}`);
    mkdirSync(env.stateFolder, { recursive: true, mode: 0o711 });
    await ownFolder(folder, 0o710, { uid: 0, gid: account.gid });
  } catch (error) {
    throw unreachable(given, account, error);
  }
  const real = realpathSync(folder);
  if (closedFolders(account, real).length > 0) throw unreachable(given, account);
  return real;
}

const unreachable = (folder: string, { name }: Account, cause?: unknown) =>
  new EmbeddedError(
    "unreachable_folder",
    `PostgreSQL refuses to run as root, and the user "${name}", whom it would run as, cannot reach ${folder}. ` +
      `Set TIDINGS_DATA to a folder outside of private homes, start Tidings as the folder's owner, ${orUrl}.`,
    { cause },
  );

const gone = (given: string, folder: string) =>
  new EmbeddedError(
    "moved_folder_gone",
    `The database of ${given} was in ${folder}, which is gone. Restore that folder, ` +
      `delete ${join(given, pointer)} to start with an empty database, ${orUrl}.`,
  );
