import { spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import type { Log } from "#lib/log";

import type { Binaries } from "./binaries.ts";
import { EmbeddedError, orUrl } from "./errors.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { clusterName, signal } from "./processes.ts";
import { endReason, openLog } from "./server-log.ts";
import type { Account, Environment } from "./types.ts";

/** The fixed properties of one database while we hold its folder. */
export type Plan = {
  /** `pg/<major>`: contains `data`, `run` and `server.log`. */
  readonly home: string;
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly account: Account | null;
  readonly settings: readonly string[];
  readonly mark: string;
  /** Only on Windows. */
  readonly password: string | null;
  readonly env: Environment;
  readonly log: Log;
};

/** A postmaster that accepts connections. */
export type Running = {
  readonly pid: number;
  readonly host: string;
  readonly port: number;
  readonly adopted: boolean;
  /** Resolves, never rejects, when the process has exited; says how it ended. */
  readonly gone: Promise<string>;
};

/** The arguments of a postmaster: `-D` first, by which a later start recognizes it. */
function postmasterArguments(plan: Plan, listen: readonly string[]): string[] {
  const settings = [
    ...plan.settings,
    ...listen,
    `cluster_name=${clusterName(plan.cluster)}`,
    `tidings.mark=${plan.mark}`,
  ];
  return ["-D", plan.cluster, ...settings.flatMap((setting) => ["-c", setting])];
}

/**
 * Starts the server and waits until it accepts connections; recovery after a crash may take minutes and is awaited.
 *
 * @param host folder of the socket
 * @param onLaunched called once its process exists
 * @throws EmbeddedError start_failed
 */
export async function launch(
  plan: Plan,
  host: string,
  port: number,
  onLaunched: () => void = () => undefined,
): Promise<Running> {
  const file = join(plan.home, "server.log");
  const output = openLog(file, plan.account);
  const listen = [
    "listen_addresses=",
    `port=${port}`,
    `unix_socket_directories=${host}`,
    "unix_socket_permissions=0700",
  ];
  // A process group of its own, and no pipe to us: Ctrl-C reaches our whole process group, and the database must
  // outlive our drain.
  const child = spawn(join(plan.binaries.folder, "postgres"), postmasterArguments(plan, listen), {
    cwd: plan.home,
    detached: true,
    env: plan.binaries.variables,
    stdio: ["ignore", output, output],
    ...(plan.account ? { uid: plan.account.uid, gid: plan.account.gid } : {}),
  });
  closeSync(output);
  child.unref();
  onLaunched();
  let ended = false;
  const gone = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, name) => resolve(name ? `killed by ${name}` : `exit code ${code}`));
  }).finally(() => {
    ended = true;
  });

  for (let waited = 0; !ended; waited++) {
    const output = readPostmasterFile(plan.cluster);
    if (output?.pid === child.pid && output?.status === "ready")
      return { pid: output.pid, host, port, adopted: false, gone };
    if (waited % 400 === 399)
      plan.log("info", "the database is still starting; it is recovering from a crash", { file });
    await Promise.race([setTimeout(25), gone]);
  }
  throw new EmbeddedError(
    "start_failed",
    `PostgreSQL ${plan.binaries.version} did not start (${await gone}): ${endReason(file)} ` +
      `The full log is ${file}. Correct the cause, ${orUrl}.`,
  );
}

/**
 * Ends a postmaster: fast (sessions end, everything is flushed), then immediate (the next start recovers).
 *
 * @throws EmbeddedError stop_failed if it survives both
 */
export async function end(running: Pick<Running, "pid" | "gone">, millis: number, log: Log): Promise<void> {
  // The id of a process that has exited may belong to an unrelated process by now.
  if (await Promise.race([running.gone.then(() => true), setTimeout(0, false)])) return;
  if (await signalled(running, "SIGINT", millis)) return;
  log("warn", "the database did not stop in time and is stopped at once: the next start recovers, and nothing is lost");
  if (await signalled(running, "SIGQUIT", 10_000)) return;
  throw new EmbeddedError(
    "stop_failed",
    `The PostgreSQL process ${running.pid} does not end. Inspect it, then end it manually.`,
  );
}

async function signalled(
  running: Pick<Running, "pid" | "gone">,
  name: NodeJS.Signals,
  millis: number,
): Promise<boolean> {
  const timer = new AbortController();
  const gone = running.gone.then(() => true);
  signal(running.pid, name);
  try {
    return await Promise.race([gone, setTimeout(millis, false, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}
