import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { open, rename, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";

import type { Log } from "#lib/log";

import type { Binaries } from "./binaries.ts";
import { superuser } from "./cluster.ts";
import { EmbeddedError, orUrl } from "./errors.ts";
import { processesWith, signal, until } from "./processes.ts";
import { run } from "./run.ts";
import type { Account, Environment } from "./types.ts";

/** initdb looks up the name of its user and fails without one. */
function requireName(): void {
  try {
    userInfo();
  } catch (error) {
    throw new EmbeddedError(
      "unknown_user",
      `PostgreSQL cannot create a database as user id ${String(process.getuid?.())}, which has no entry in /etc/passwd. ` +
        `Add one, start the container as a user that has one, ${orUrl}.`,
      { cause: error },
    );
  }
}

/**
 * Creates `<home>/data`. Works in a scratch folder beside it and renames at the end, so a start that was killed
 * half-way leaves nothing that looks like a database.
 *
 * @param home `pg/<major>`
 * @param account the account initdb runs as, null for our own user
 * @throws EmbeddedError unknown_user, init_failed
 */
export async function makeCluster(
  home: string,
  binaries: Binaries,
  account: Account | null,
  env: Environment,
  password: string | null,
): Promise<void> {
  if (!account && env.platform !== "win32") requireName();
  const scratch = mkdtempSync(join(home, "init-"));
  const folder = join(scratch, "data");
  const secret = join(scratch, "password");
  if (password !== null) await writeFile(secret, password, { mode: 0o600 });
  if (account) chownSync(scratch, account.uid, account.gid);
  // The server is started with its own access rules: see access.ts. Without them only the server's own user may
  // connect.
  const access = password === null ? ["--auth=peer"] : ["--auth=scram-sha-256", `--pwfile=${secret}`];
  try {
    await run(
      join(binaries.folder, "initdb"),
      [`--pgdata=${folder}`, `--username=${superuser}`, "--encoding=UTF8", "--locale=C", "--data-checksums", ...access],
      { env: binaries.variables, cwd: scratch, ...(account ? { uid: account.uid, gid: account.gid } : {}) },
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    rmSync(scratch, { recursive: true, force: true });
    throw new EmbeddedError(
      "init_failed",
      `PostgreSQL ${binaries.version} could not create its database in ${home}: ${reason} ` +
        `Correct this, set TIDINGS_DATA to another folder, ${orUrl}.`,
      { cause: error },
    );
  }
  rmSync(join(home, "data"), { recursive: true, force: true }); // Empty, or this would not be a first start.
  await rename(folder, join(home, "data"));
  if (env.platform !== "win32") await flushFolder(home);
  rmSync(scratch, { recursive: true, force: true });
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync();
  await handle.close();
}

/** Removes what an interrupted first start left, including its initdb, which continues without us. */
export async function clearScratch(home: string, log: Log): Promise<void> {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith("init-"))) {
    const folder = join(home, name);
    log("warn", "an earlier first start was interrupted; creating the database again", { folder });
    const makers = () => processesWith(`--pgdata=${join(folder, "data")}`);
    for (const pid of makers()) signal(pid, "SIGKILL");
    await until(() => makers().length === 0, 20, 100);
    // The child of initdb ends by itself when its input closes, but may write until then.
    await until(() => removed(folder), 20, 100);
  }
}

function removed(folder: string): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    return false;
  }
  return !existsSync(folder);
}
