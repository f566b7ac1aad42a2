import { readSync } from "node:fs";

const PAUSE_MS = 20;
const PART_BYTES = 65_536;

/**
 * Reads the next bytes, and waits for them: if standard input is a pipe, Node may have made it non-blocking, and a
 * program that takes a moment to write into it must not fail the command.
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

/** Without the byte order mark of Windows, an invisible character that would make a text cost more. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** All of standard input, as text. */
export function readInput(): string {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.alloc(PART_BYTES);
    const bytes = readNext(0, part);
    if (bytes === 0) return textOf(Buffer.concat(parts));
    parts.push(part.subarray(0, bytes));
  }
}
