import { readSync } from "node:fs";

const PAUSE_MS = 20;
const PART_BYTES = 65_536;

/**
 * Reads what comes next, and waits for it: where standard input is a pipe, Node may have made it one that does not wait,
 * and a program that takes a moment to write into it must not fail the command.
 *
 * @returns how many bytes were read; 0: the end
 */
export function readNext(input: number, into: Buffer): number {
  for (;;) {
    try {
      return readSync(input, into);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Windows reports the end of a pipe as an error.
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** All of standard input, as text. */
export function readInput(): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(PART_BYTES);
    const bytes = readNext(0, part);
    if (bytes === 0) return Buffer.concat(parts).toString("utf8");
    parts.push(part.subarray(0, bytes));
  }
}
