import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in ticks of 10 ms. */
const TICK_MICROS = 10_000;

type Stat = { readonly parent: number; readonly ticks: number; readonly reaped: number };

function statOf(pid: number): Stat | null {
  try {
    // The name in brackets may contain anything: count from the end.
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const at = (index: number): number => Number(fields[index]);
    return { parent: at(1), ticks: at(11) + at(12), reaped: at(13) + at(14) };
  } catch {
    return null;
  }
}

/** CPU time of a process and, if requested, of its children, in microseconds. */
export function cpuMicros(pid: number, options: { readonly children: boolean }): number {
  const own = statOf(pid);
  if (!own) return 0;
  if (!options.children) return own.ticks * TICK_MICROS;
  let ticks = own.ticks + own.reaped;
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (stat?.parent === pid) ticks += stat.ticks;
  }
  return ticks * TICK_MICROS;
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
