import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { makePrivateFolder } from "#store/embedded/folders";

/**
 * Writes what only the operator may read into the data folder: without a terminal, standard output is a log.
 *
 * @returns its path; null if it could not be written
 */
export async function keepFirstPasswords(dataDir: string, lines: readonly string[]): Promise<string | null> {
  const path = join(resolve(dataDir), "first-passwords.txt");
  try {
    makePrivateFolder(dataDir);
    // An existing file may be readable by others; a mode applies to a new file only.
    await rm(path, { force: true });
    await writeFile(path, `${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
    return path;
  } catch {
    return null;
  }
}
