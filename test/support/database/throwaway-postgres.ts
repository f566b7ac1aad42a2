import { chmodSync, chownSync, existsSync, rmSync, statfsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { serverAccount } from "#store/embedded/accounts";
import { findBinaries } from "#store/embedded/binaries";
import { environment } from "#store/embedded/environment";
import { launch } from "#store/embedded/postmaster";
import { run } from "#store/embedded/run";
import { serverSettings } from "#store/embedded/settings";

const PORT = 5432;

/**
 * Turns off the protection against power cuts, which no test causes: the databases are deleted after the run. A killed
 * server or session recovers as usual. Creating and dropping a database takes 0.08 s of CPU instead of 0.26, and waits
 * for no disk. The tests of the embedded server itself start it as the product does.
 */
const NOT_DURABLE = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "wal_compression=off",
  "max_wal_size=512MB",
  "min_wal_size=64MB",
];

/**
 * Creating, dropping and checkpoints search all of them: with the 512 MB of a large machine 36 ms of CPU for a database
 * in place of 34, and 0.7 ms more for a session that reads a few tables.
 */
const FEW_BUFFERS = "shared_buffers=128MB";

/**
 * Files there are in memory: a database of 1,000 files is created in 0.03 s of CPU, on a disk's file system in up to
 * 0.3.
 */
const IN_MEMORY = "/dev/shm";
const GB = 1024 ** 3;

function folderForClusters(): string {
  if (!existsSync(IN_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= 4 * GB && process.availableMemory() >= 8 * GB ? IN_MEMORY : tmpdir();
}

/**
 * The embedded binaries with the embedded server's settings, except for durability and the number of sessions.
 *
 * @param own settings that come before these, as `name=value`
 */
export async function startThrowawayPostgres(
  own: readonly string[] = [],
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const log = (): void => undefined;
  const env = environment();
  const account = env.uid === 0 ? serverAccount() : null;
  const home = await mkdtemp(join(tmpdir(), "tidings-test-"));
  const binaries = await findBinaries(join(home, "bin"), null, env, log);
  // The socket is here: only we and the server's user can reach it, and no password is needed then.
  chmodSync(home, 0o700);
  if (account) chownSync(home, account.uid, account.gid);
  // Apart from the programs: files in memory are often not executable.
  const files = await mkdtemp(join(folderForClusters(), "tidings-test-"));
  if (account) chownSync(files, account.uid, account.gid);
  const cluster = join(files, "data");
  await run(
    join(binaries.folder, "initdb"),
    [`--pgdata=${cluster}`, "--username=tidings", "--encoding=UTF8", "--locale=C", "--auth=trust", "--no-sync"],
    { env: binaries.variables, cwd: home, ...(account ? { uid: account.uid, gid: account.gid } : {}) },
  );
  const settings = [...serverSettings(env.memory), ...NOT_DURABLE, FEW_BUFFERS, "max_connections=300", ...own];
  const plan = { home, cluster, binaries, account, settings, mark: "", password: null, env, log };
  const server = await launch(plan, home, PORT);
  const kill = (): void => void process.kill(server.pid, "SIGQUIT");
  // Ctrl-C ends the run without stopping what was set up for it, and the server is in a session of its own.
  const abandon = (): void => {
    kill();
    rmSync(files, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", abandon);
  return {
    url: `postgres://tidings@/postgres?host=${encodeURIComponent(home)}&port=${PORT}`,
    async stop() {
      process.off("exit", abandon);
      kill();
      // The server does not keep this process running: it would end here, and leave the files.
      const awake = setInterval(() => undefined, 1_000);
      await server.gone;
      clearInterval(awake);
      for (const folder of [home, files]) await rm(folder, { recursive: true, force: true });
    },
  };
}
