import { writeSync } from "node:fs";

/** Bytes that may wait for a reader that has stopped reading. */
const MOST_WAITING = 1_048_576;

/**
 * Writes a line to standard error. On a full disk, and to a reader that is gone or has fallen far behind, it is lost: a
 * service that cannot log must go on. pino's own destination waits in both cases, on a full disk forever.
 */
export function writeLine(line: string): void {
  const { stderr } = process;
  // Lines stay in their order.
  if (stderr.writableLength > 0) return queue(line);
  const bytes = Buffer.from(line);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(2, bytes, written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") queue(bytes.subarray(written));
  }
}

function queue(rest: string | Buffer): void {
  if (process.stderr.writableLength < MOST_WAITING) process.stderr.write(rest);
}
