import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

import type { ConsoleFile, ConsoleFiles } from "#api/pages/console/files";
import { projectFolder } from "../project-folder.ts";

/** Of the clone, and of the package. */
const built = fileURLToPath(new URL("console/dist/", projectFolder));

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".txt": "text/plain; charset=utf-8",
};
const VARIANTS = { identity: "", br: ".br", gzip: ".gz" } as const;

/**
 * Reads the list of the console's files once it is built; only what is in the list is served, so no path leads out of the
 * folder. The contents stay on the disk: browsers keep them for a year.
 *
 * @param folder of the built console
 */
export function consoleReader(folder = built): () => Promise<ConsoleFiles | null> {
  let found: Promise<ConsoleFiles | null> | null = null;
  return async () => {
    const console = await (found ??= readConsole(folder));
    // It may be built while the service runs.
    if (console === null) found = null;
    return console;
  };
}

async function readConsole(folder: string): Promise<ConsoleFiles | null> {
  const index = await readFile(join(folder, "index.html"), "utf8").catch(() => null);
  if (index === null) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, "/").length).replaceAll("\\", "/"));
  const all = new Set(paths);
  const files = new Map<string, ConsoleFile>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    files.set(`/${path}`, await fileOf(folder, path, type, all));
  }
  return { index, files };
}

async function fileOf(folder: string, path: string, type: string, all: ReadonlySet<string>): Promise<ConsoleFile> {
  const content = await readFile(join(folder, path));
  return {
    type,
    tag: createHash("sha256").update(content).digest("base64url").slice(0, 22),
    async read(encoding) {
      const name = `${path}${VARIANTS[encoding]}`;
      return all.has(name) ? readFile(join(folder, name)) : null;
    },
  };
}
