import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a server writes about itself into `postmaster.pid`. */
export type PostmasterFile = {
  readonly pid: number;
  readonly port: number;
  /** Empty if it listens on none. */
  readonly socketDir: string;
  readonly status: "starting" | "stopping" | "ready" | "standby" | "";
};

/** Reads the file of a database folder; null if there is none or it is incomplete. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  try {
    return parsePostmasterFile(readFileSync(join(cluster, "postmaster.pid"), "utf8"));
  } catch {
    return null;
  }
}

/** Lines: pid, folder, start time, port, socket folder, address, shared memory key, status. */
export function parsePostmasterFile(text: string): PostmasterFile | null {
  const lines = text.split("\n").map((line) => line.trim());
  // A negative number marks a single-user server.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return null;
  return {
    pid,
    port: Number(lines[3] ?? 0),
    socketDir: lines[4] ?? "",
    status: (lines[7] ?? "") as PostmasterFile["status"],
  };
}
