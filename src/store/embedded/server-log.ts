import { constants, fchownSync, openSync, readFileSync, renameSync, statSync } from "node:fs";

import type { Account } from "./types.ts";

const most = 8 * 1024 * 1024;

/**
 * Opens the server's log for appending. A file over 8 MB becomes `<file>.1`, which bounds the log to two files at each
 * start.
 */
export function openLog(file: string, account: Account | null): number {
  try {
    if (statSync(file).size > most) renameSync(file, `${file}.1`);
  } catch {
    // There is none at the first start.
  }
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const log = openSync(file, O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0), 0o600);
  // The database's owner may start it directly next time, and must be able to write here then.
  if (account) fchownSync(log, account.uid, account.gid);
  return log;
}

/** The last line in the server's log that explains why it ended. */
export function endReason(file: string): string {
  try {
    const lines = readFileSync(file, "utf8").slice(-8_192).trim().split("\n");
    return lines.findLast((line) => /FATAL|PANIC|error while loading|cannot/.test(line)) ?? lines.at(-1) ?? "";
  } catch {
    return "";
  }
}
