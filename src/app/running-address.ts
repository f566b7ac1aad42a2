import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

import { isRunning } from "#lib/is-running";

import { onThisMachine, urlOf } from "./config/addresses.ts";
import type { Config } from "./config/config.ts";
import { replacePrivateFile } from "./private-file.ts";

const FILE = "running.json";

/**
 * Writes the address of this process into the data folder: a command in another terminal may have been started without
 * the service's TIDINGS_LISTEN, or the system chose the port. Without the file, commands use their settings.
 *
 * @returns a function that removes the file
 */
export async function writeRunningAddress(
  { dataDir }: Pick<Config, "dataDir">,
  url: string,
): Promise<() => Promise<void>> {
  const path = join(dataDir, FILE);
  const note = JSON.stringify({ url: onThisMachine(url), pid: process.pid, host: hostname() });
  await replacePrivateFile(path, note).catch(() => undefined);
  return async () => {
    // With a DATABASE_URL, a second service on the same data folder may have replaced the file.
    if (readNote(path)?.pid === process.pid) await rm(path, { force: true }).catch(() => undefined);
  };
}

/** The address of the service on this data folder, for this machine; from the settings if there is no file. */
export function localAddress({ dataDir, listen }: Pick<Config, "dataDir" | "listen">): string {
  const note = readNote(join(dataDir, FILE));
  if (note && note.host === hostname() && isRunning(note.pid)) return note.url;
  return onThisMachine(urlOf(listen));
}

/** The address to show to people. */
export const shownAddress = (config: Pick<Config, "dataDir" | "listen" | "publicUrl">): string =>
  config.publicUrl ?? localAddress(config);

function readNote(path: string): { readonly url: string; readonly pid: number; readonly host: string } | null {
  try {
    const { url, pid, host } = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
    return typeof url === "string" && typeof pid === "number" && typeof host === "string" ? { url, pid, host } : null;
  } catch {
    return null;
  }
}
