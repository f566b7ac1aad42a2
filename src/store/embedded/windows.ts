import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";

import { readPostmasterFile } from "./postmaster-file.ts";
import type { Plan, Running } from "./postmaster.ts";
import { clusterName, whenGone } from "./processes.ts";
import { run } from "./run.ts";

/** Windows has no socket folder to protect, so the server requires this password. Stored beside the database. */
export function keepPassword(home: string): string {
  const file = join(home, "password");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("base64url"), { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** A loopback port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Starts the server through pg_ctl, which drops an administrator's rights. Not tested: no Windows was available. */
export async function launchOnWindows(plan: Plan, port: number): Promise<Running> {
  const settings = [
    ...plan.settings,
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `cluster_name=${clusterName(plan.cluster)}`,
    `tidings.mark=${plan.mark}`,
  ];
  const lines = settings.map((setting) => setting.replace(/^([^=]+)=(.*)$/, "$1 = '$2'"));
  writeFileSync(join(plan.cluster, "postgresql.auto.conf"), `${lines.join("\n")}\n`);
  const log = join(plan.home, "server.log");
  await run(join(plan.binaries.folder, "pg_ctl"), ["start", "-w", "-D", plan.cluster, "-l", log], {
    env: plan.binaries.variables,
  });
  const { pid } = readPostmasterFile(plan.cluster)!;
  const gone = whenGone(pid, plan.cluster).then(() => "ended");
  return { pid, host: "127.0.0.1", port, adopted: false, gone };
}

/** Fast, then immediate. Node's signals would kill the process outright here. */
export async function stopOnWindows(plan: Plan, millis: number): Promise<void> {
  const stop = (mode: string) =>
    run(
      join(plan.binaries.folder, "pg_ctl"),
      ["stop", "-w", "-D", plan.cluster, "-m", mode, "-t", String(Math.ceil(millis / 1000))],
      { env: plan.binaries.variables },
    );
  await stop("fast").catch(() => stop("immediate"));
}
