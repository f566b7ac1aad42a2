import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { consoleHash } from "../../../scripts/console-hash.ts";
import { bareEnvironment } from "../service/processes.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
export const consoleFolder = join(root, "console/dist");

let build: Promise<void> | undefined;

/** Builds the console if its sources have changed since; once for all test files of a worker. */
export function buildConsole(): Promise<void> {
  return (build ??= run());
}

const isCurrent = async (): Promise<boolean> =>
  (await readFile(join(consoleFolder, "sources.sha256"), "utf8").catch(() => null)) === (await consoleHash(root));

async function run(): Promise<void> {
  if (await isCurrent()) return;
  try {
    await promisify(execFile)(process.execPath, [join(root, "scripts/build-console.ts")], { env: bareEnvironment });
  } catch (error) {
    // Another worker put the same files there first.
    if (!(await isCurrent())) throw error;
  }
}
