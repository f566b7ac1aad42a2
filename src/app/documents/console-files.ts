import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
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
 * Reads the list of the console's files after each build of the console; only listed files are served, so no path leads
 * out of the folder. The contents stay on the disk: browsers keep them for a year.
 *
 * @param folder of the built console
 */
export function consoleReader(folder = built): () => Promise<ConsoleFiles | null> {
  let build: string | null = null;
  let found: Promise<ConsoleFiles | null> = Promise.resolve(null);
  return async () => {
    const now = await stat(join(folder, "index.html")).catch(() => null);
    // While the folder is being replaced there is no page: the cached one is served until the next one exists.
    if (now === null) return found;
    const seen = `${now.ino} ${now.mtimeMs} ${now.size}`;
    if (seen !== build) {
      build = seen;
      found = readConsole(folder);
    }
    return found;
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
    const file = type !== undefined && (await fileOf(folder, path, type, all));
    if (file) files.set(`/${path}`, file);
  }
  return { index, files };
}

async function fileOf(
  folder: string,
  path: string,
  type: string,
  all: ReadonlySet<string>,
): Promise<ConsoleFile | null> {
  const content = await unlessGone(readFile(join(folder, path)));
  if (content === null) return null;
  return {
    type,
    tag: createHash("sha256").update(content).digest("base64url").slice(0, 22),
    async read(encoding) {
      const name = `${path}${VARIANTS[encoding]}`;
      return all.has(name) ? unlessGone(readFile(join(folder, name))) : null;
    },
  };
}

/** null: the file no longer exists, because the console was built again. */
async function unlessGone<Content>(content: Promise<Content>): Promise<Content | null> {
  try {
    return await content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
