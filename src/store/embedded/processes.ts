import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";

/** The name every process of one database carries in its title. */
export const clusterName = (cluster: string): string =>
  `tidings_${createHash("sha256").update(cluster).digest("hex").slice(0, 12)}`;

// The command line is world-readable. /proc/<pid>/cwd would say more, but in a container without
// CAP_SYS_PTRACE even root may not read it for a process of another user.
function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/**
 * Is this process the postmaster of that folder? False for a zombie: its command line is empty, while
 * signal 0 still finds it, for 1-2 s where process 1 is slow to collect.
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

/** The same, of a command line already read. */
export function isPostmasterLine(line: readonly string[], cluster: string): boolean {
  const folder = line.indexOf("-D");
  return /^(postgres|postmaster)$/.test(basename(line[0] ?? "")) && folder > 0 && line[folder + 1] === cluster;
}

/** Processes of this database, children of a dead postmaster included. Empty where /proc is absent. */
export function serverProcesses(cluster: string): number[] {
  const title = `postgres: ${clusterName(cluster)}: `;
  return processes((line) => isPostmasterLine(line, cluster) || (line[0] ?? "").startsWith(title));
}

/** Processes started with exactly this argument. Empty where /proc is absent. */
export const processesWith = (argument: string): number[] => processes((line) => line.includes(argument));

function processes(wanted: (line: readonly string[]) => boolean): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => wanted(argumentsOf(pid)));
}

/** Sends a signal; false when the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Asks every `every` ms until the answer is yes; false when `tries` answers were no. */
export async function until(yes: () => boolean, every: number, tries: number): Promise<boolean> {
  for (let tried = 0; tried < tries; tried++) {
    if (yes()) return true;
    await setTimeout(every);
  }
  return yes();
}

/** Resolves when the postmaster is gone. For a server we did not start: Node tells only of its own children. */
export async function whenGone(pid: number, cluster: string): Promise<void> {
  while (isPostmaster(pid, cluster)) await setTimeout(250, undefined, { ref: false });
}
