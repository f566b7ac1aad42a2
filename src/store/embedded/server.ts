import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import type { Log } from "#lib/log";
import type { HostPort } from "#lib/host-port";

import { writeAccess } from "./access.ts";
import { ensureDatabase } from "./superuser-session.ts";
import { findBinaries } from "./binaries.ts";
import { findCluster } from "./cluster.ts";
import { environment } from "./environment.ts";
import { changeTreeOwner, makeHome } from "./folders.ts";
import { clearScratch, makeCluster } from "./make-cluster.ts";
import { claimFolder, type ClaimedFolder } from "./claim-folder.ts";
import { launch, type Plan, type Running } from "./postmaster.ts";
import { serverSettings, settingsMark } from "./settings.ts";
import { recoverServer } from "./recover-server.ts";
import { clearSocketFolder, makeSocketFolder, socketPort } from "./socket-folder.ts";
import { stopServer } from "./stop-server.ts";
import { supervise } from "./supervise.ts";
import type { EmbeddedOptions, EmbeddedServer, Environment } from "./types.ts";
import { freePort, keepPassword, launchOnWindows } from "./windows.ts";

/** A fast shutdown may take this long before an immediate one follows. */
const STOP_MS = 20_000;

export { EmbeddedError, type EmbeddedErrorCode } from "./errors.ts";
export type { EmbeddedConnection, EmbeddedOptions, EmbeddedServer } from "./types.ts";

/**
 * Starts, or takes over, the private PostgreSQL of a data folder and keeps it running until `stop`. The folder is
 * exclusive to this process; other processes connect through `findEmbedded`.
 *
 * @throws EmbeddedError whose message tells the operator what to do
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const env = environment(options.env);
  const { log } = options;
  const claimed = await claimFolder(options.dataDir, env, log);
  try {
    const plan = await prepare(claimed, env, log);
    const first = await start(plan, null, options.onLaunched);
    const at = { host: first.host, port: first.port, ...(plan.password === null ? {} : { password: plan.password }) };
    const { version } = await ensureDatabase(at);
    const supervisor = supervise(
      first,
      () => start(plan, at),
      (running, millis) => stopServer(plan, running, millis),
      { log, onState: options.onState },
    );
    let stopped: Promise<void> | undefined;
    const stop = async () => {
      try {
        await supervisor.stop(STOP_MS);
        if (env.platform !== "win32") clearSocketFolder(at.host);
      } finally {
        claimed.release();
      }
    };
    return {
      connection: { ...at, user: "tidings", database: "tidings" },
      dataDir: claimed.folder,
      version,
      log: join(plan.home, "server.log"),
      adopted: first.adopted,
      pid: () => supervisor.current().pid,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    // A server that was started but could not be used keeps running; the next start takes it over.
    claimed.release();
    throw error;
  }
}

async function prepare(claimed: ClaimedFolder, env: Environment, log: Log): Promise<Plan> {
  const { account } = claimed;
  const pg = join(claimed.folder, "pg");
  mkdirSync(pg, { recursive: true });
  if (account && env.uid === 0) chmodSync(pg, 0o711);
  const found = findCluster(pg);
  const binaries = await findBinaries(join(pg, "bin"), found?.major ?? null, env, log);
  const home = join(pg, String(binaries.major));
  await makeHome(home, account);
  await clearScratch(home, log);
  const password = env.platform === "win32" ? keepPassword(home) : null;
  if (!found) await makeCluster(home, binaries, account, env, password);
  else if (account && found.owner.uid === 0) await changeTreeOwner(found.folder, account);
  const settings = [...serverSettings(env.memory), ...(password === null ? writeAccess(home) : [])];
  const mark = settingsMark(settings);
  return { home, cluster: join(home, "data"), binaries, account, settings, mark, password, env, log };
}

/** One server for this plan: the running one, else a new one, at `at` if a pool already points there. */
async function start(plan: Plan, at: HostPort | null, onLaunched?: () => void): Promise<Running> {
  const running = await recoverServer(plan, at?.host ?? null);
  if (running) return running;
  if (plan.env.platform === "win32") return launchOnWindows(plan, at?.port ?? (await freePort()));
  const host = at?.host ?? (await makeSocketFolder(plan.home, plan.env, plan.account));
  return launch(plan, host, socketPort, onLaunched);
}
