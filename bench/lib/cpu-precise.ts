import { readdirSync, readFileSync } from "node:fs";

/**
 * CPU time of processes with all their children and threads so far, in microseconds, with the scheduler's nanosecond
 * precision: enough for one call. Reading it costs about a millisecond of this process's CPU.
 *
 * @param roots ids of the parents
 */
export function preciseCpuMicros(roots: readonly number[]): number {
  const wanted = new Set(roots);
  const parents = new Map(
    readdirSync("/proc").flatMap((name) => {
      const parent = /^\d+$/.test(name) ? parentOf(name) : null;
      return parent === null ? [] : [[Number(name), parent] as const];
    }),
  );
  let nanos = 0;
  for (const [pid, parent] of parents) if (wanted.has(pid) || wanted.has(parent)) nanos += nanosOf(pid);
  return nanos / 1_000;
}

function parentOf(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may contain anything: count from the end.
    return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return null;
  }
}

function nanosOf(pid: number): number {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    return tasks.reduce((sum, task) => {
      const text = readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8");
      return sum + Number(text.split(" ")[0]);
    }, 0);
  } catch {
    // The process has ended; its time is not counted.
    return 0;
  }
}
