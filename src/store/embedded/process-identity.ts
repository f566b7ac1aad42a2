import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * A process of this machine. After a crash or a restart of the machine another one may have its id, but then it was
 * started at another time.
 */
export type ProcessIdentity = {
  readonly pid: number;
  /** When it was started, as the system says it. Null or absent: not known. */
  readonly started?: unknown;
};

/** This process. */
export const ownIdentity = (): ProcessIdentity => ({ pid: process.pid, started: startOf(process.pid) });

/** Whether it still runs. If its start is not known, whether any process has its id. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  if (!hasProcess(pid)) return false;
  return typeof started !== "string" || (startOf(pid) ?? started) === started;
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is another user's.
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function startOf(pid: number): string | null {
  try {
    if (process.platform === "linux") return ticksOf(pid);
    if (process.platform === "win32") return null;
    // The time is in the language and the time zone of the process that asks.
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env }).trim() || null;
  } catch {
    return null;
  }
}

/** The ticks since the machine was started, with the id of that start: a clock that is set changes neither. */
function ticksOf(pid: number): string {
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  // The name before it, in parentheses, may contain anything.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  // Field 22; the first one here is the third.
  return `${boot} ${fields[19]}`;
}
