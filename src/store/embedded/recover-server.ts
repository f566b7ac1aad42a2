import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { answers, identify } from "./superuser-session.ts";
import { EmbeddedError, orUrl } from "./errors.ts";
import { readPostmasterFile, type PostmasterFile } from "./postmaster-file.ts";
import { stopServer } from "./stop-server.ts";
import type { Plan, Running } from "./postmaster.ts";
import { isPostmaster, serverProcesses, signal, until, whenGone } from "./processes.ts";
import { clearSocketFolder } from "./socket-folder.ts";

/**
 * Determines what an earlier process left in the folder, whose lock we hold: takes over a server that still serves it,
 * or prepares for a new one. Returns null if a new one may start.
 *
 * @param keep socket folder that must survive, because a pool already points at it
 * @throws EmbeddedError foreign_server, start_failed
 */
export async function recoverServer(plan: Plan, keep: string | null): Promise<Running | null> {
  const output = readPostmasterFile(plan.cluster);
  if (output && isPostmaster(output.pid, plan.cluster)) {
    const running = await takeOver(plan, output);
    if (running) return running;
  } else if (output && (await answers(output.socketDir, output.port))) {
    throw new EmbeddedError(
      "foreign_server",
      `Another PostgreSQL already serves ${plan.cluster} from a process that cannot be seen here, perhaps in another ` +
        `container on this volume. Stop it, ${orUrl}.`,
    );
  }
  await clearLeftovers(plan);
  // Under our lock, with no process of this database left, these two files are only obstacles: PostgreSQL itself trusts
  // them as soon as some other process has that process id.
  rmSync(join(plan.cluster, "postmaster.pid"), { force: true });
  if (output && output.socketDir !== keep) clearSocketFolder(output.socketDir);
  if (keep !== null && output?.socketDir === keep)
    for (const end of ["", ".lock"]) rmSync(join(keep, `.s.PGSQL.${output.port}${end}`), { force: true });
  return null;
}

/** The running server if it matches what we would start; otherwise it is ended and the result is null. */
async function takeOver(plan: Plan, { pid }: PostmasterFile): Promise<Running | null> {
  let output = readPostmasterFile(plan.cluster);
  while (isPostmaster(pid, plan.cluster) && output?.status !== "ready" && output?.status !== "stopping") {
    await setTimeout(50);
    output = readPostmasterFile(plan.cluster);
  }
  const gone = whenGone(pid, plan.cluster).then(() => "ended");
  if (output?.status === "ready" && output.pid === pid) {
    const host = plan.password === null ? output.socketDir : "127.0.0.1";
    const found = await identify({ host, port: output.port, password: plan.password ?? undefined }).catch(() => null);
    if (found?.mark === plan.mark && found.version === plan.binaries.version) {
      plan.log("info", "took over the database server of a Tidings that was killed", { pid });
      return { pid, host, port: output.port, adopted: true, gone };
    }
    plan.log("info", "the database server of an earlier Tidings runs with different settings; restarting it", { pid });
  }
  await stopServer(plan, { pid, gone }, 20_000);
  return null;
}

/**
 * Waits for, then ends, what a killed postmaster left. Its children notice its death only when they next wait: a long
 * statement can continue to write, and beside a new server that would corrupt the database.
 */
async function clearLeftovers(plan: Plan): Promise<void> {
  const none = () => serverProcesses(plan.cluster).length === 0;
  if (await until(none, 50, 20)) return;
  for (const name of ["SIGQUIT", "SIGKILL"] as const) {
    plan.log("warn", "ending processes left by a killed database server", { signal: name });
    for (const pid of serverProcesses(plan.cluster)) signal(pid, name);
    if (await until(none, 50, 60)) return;
  }
  throw new EmbeddedError(
    "start_failed",
    `Processes of an earlier PostgreSQL on ${plan.cluster} do not end: ${serverProcesses(plan.cluster).join(", ")}. ` +
      `End them manually, ${orUrl}.`,
  );
}
