import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

/** The sources of the built console. */
const SOURCES = ["console", "packages/client/src"];
const LEFT_OUT = /(^|\/)(dist(-[^/]*)?|node_modules)(\/|$)/;

/**
 * Changes with every file that the console is built from, and with the versions of its libraries.
 *
 * @param root the folder of package.json
 * @returns null: there are no sources, as in a package
 */
export async function consoleHash(root: string): Promise<string | null> {
  const hash = createHash("sha256");
  const lists = await Promise.all(SOURCES.map((folder) => filesBelow(root, join(root, folder))));
  const paths = lists.flat();
  if (!paths.includes("console/index.html")) return null;
  for (const path of ["package-lock.json", ...paths]) {
    const content = await readFile(join(root, path)).catch(() => Buffer.alloc(0));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/** Sorted, with slashes, relative to the root. */
async function filesBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !LEFT_OUT.test(path))
    .toSorted();
}
