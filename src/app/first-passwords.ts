import { join, resolve } from "node:path";

import { replacePrivateFile } from "./private-file.ts";

/**
 * Writes what only the operator may read into the data folder: without a terminal, standard output is a log.
 *
 * @returns its path; null if it could not be written
 */
export async function keepFirstPasswords(dataDir: string, lines: readonly string[]): Promise<string | null> {
  const path = join(resolve(dataDir), "first-passwords.txt");
  try {
    // An existing file may be readable by others, and open in their programs: it is replaced, not written to.
    await replacePrivateFile(path, `${lines.join("\n")}\n`);
    return path;
  } catch {
    return null;
  }
}
