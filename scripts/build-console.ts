import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { consoleHash } from "./console-hash.ts";
import { writeConsole } from "./write-console.ts";

/**
 * `npm run build:console`: creates console/dist/, which the service serves. With `--if-outdated`, as before `npm
 * start`: only if its sources have changed, and no failure prevents the service from starting.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const isStarting = process.argv.includes("--if-outdated");

const hash = await consoleHash(root);
const stored = await readFile(join(root, "console/dist/sources.sha256"), "utf8").catch(() => null);
if (hash === null) {
  if (!isStarting) throw new Error("This folder has no sources of the console.");
} else if (hash !== stored) {
  const vite = await import("vite").catch(() => null);
  if (vite) await build(vite, hash);
  else if (isStarting) console.log("The console is not built: vite is not installed. The API works without it.");
  else throw new Error("vite is not installed: run npm ci without --omit=dev.");
} else if (!isStarting) console.log("console/dist is up to date.");

async function build(vite: typeof import("vite"), wanted: string): Promise<void> {
  console.log("Building the console. This takes some seconds, and happens only after a change of its sources.");
  try {
    const files = await writeConsole(vite, root, wanted);
    if (!isStarting) console.log(`Written: console/dist (${files} files).`);
  } catch (error) {
    if (!isStarting) throw error;
    console.error(`The console could not be built; the service starts without it.\n${String(error)}`);
  }
}
