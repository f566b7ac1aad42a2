import { execFileSync } from "node:child_process";
import { cpus, loadavg, release, totalmem } from "node:os";

/** The computer that the numbers were measured on. A rate without it says nothing. */
export function workerLoopOf(): string {
  const processors = cpus();
  const parts = [
    `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Linux ${release()}`,
    `Node ${process.version}`,
    `load ${loadavg()[0]!.toFixed(1)} at the start`,
  ];
  return `${parts.join(", ")}. Client, service and database share these cores; everything over loopback.`;
}

export function isInstalled(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
