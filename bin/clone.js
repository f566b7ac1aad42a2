// Plain JavaScript, which every Node can read.
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const sources = join(root, "src");

/** What a clone runs: its sources, or the bundle that `npm start` made of them, unless one of them has changed since. */
export function mainOfClone() {
  const bundled = join(bundleFolder(), "dist", "main.js");
  return existsSync(bundled) ? bundled : join(sources, "main.ts");
}

/** Whether `npm ci` was run: a clone comes without its packages, and their folder may have nothing but caches. */
export const isInstalled = () =>
  // A workspace around the clone may have them.
  createRequire(import.meta.url)
    .resolve.paths("pg")
    .some((folder) => existsSync(join(folder, "pg")));

export const isClone = () => existsSync(join(sources, "main.ts"));

/** Where the bundle of the sources and packages as they are now belongs: another folder after each change. */
export function bundleFolder() {
  let files = 0;
  let newest = changedAt(join(root, "node_modules", ".package-lock.json"));
  for (const path of readdirSync(sources, { recursive: true })) {
    files += 1;
    // Editors leave links to nothing, and files that are gone a moment later.
    newest = Math.max(newest, changedAt(join(sources, path)));
  }
  return join(root, "node_modules", ".cache", "tidings", `service-${files}-${Math.trunc(newest)}`);
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
