import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";

/** The name that every process of one database has in its title. */
export const clusterName = (cluster: string): string =>
  `tidings_${createHash("sha256").update(cluster).digest("hex").slice(0, 12)}`;

// The command line is world-readable. /proc/<pid>/cwd would show more, but in a container without CAP_SYS_PTRACE even
// root may not read it for another user's process.
function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/**
 * Whether this process is the postmaster of that folder. False for a zombie: its command line is empty, while signal 0
 * still finds it, for 1-2 s if process 1 is slow to reap it.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  if (process.platform === "linux") return isPostmasterLine(argumentsOf(pid), cluster);
  try {
    process.kill(pid, 0);
    if (process.platform === "win32") return true;
    const line = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return line.includes("postgres") && line.includes(`-D ${cluster} `);
  } catch {
    return false;
  }
}

/** The same, for a command line already read. */
export function isPostmasterLine(line: readonly string[], cluster: string): boolean {
  const folder = line.indexOf("-D");
  return /^(postgres|postmaster)$/.test(basename(line[0] ?? "")) && folder > 0 && line[folder + 1] === cluster;
}

/** Processes of this database, including children of a dead postmaster. Empty if /proc is absent. */
export function serverProcesses(cluster: string): number[] {
  const title = `postgres: ${clusterName(cluster)}: `;
  return processes((line) => isPostmasterLine(line, cluster) || (line[0] ?? "").startsWith(title));
}

/** Processes started with exactly this argument. Empty if /proc is absent. */
export const processesWith = (argument: string): number[] => processes((line) => line.includes(argument));

function processes(wanted: (line: readonly string[]) => boolean): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => wanted(argumentsOf(pid)));
}

/** Sends a signal; false if the process has exited. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Calls `yes` every `every` ms until it returns true; false after `tries` calls. */
export async function until(yes: () => boolean, every: number, tries: number): Promise<boolean> {
  for (let tried = 0; tried < tries; tried++) {
    if (yes()) return true;
    await setTimeout(every);
  }
  return yes();
}

/** Resolves when the postmaster has exited. For a server we did not start: Node reports only its own children. */
export async function whenGone(pid: number, cluster: string): Promise<void> {
  while (isPostmaster(pid, cluster)) await setTimeout(250, undefined, { ref: false });
}
