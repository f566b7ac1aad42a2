import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Deletes all files below a folder but the newest. A file that another run deletes meanwhile, and a folder that does
 * not exist, are no failure.
 */
export async function keepNewest(folder: string, count: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => null);
      return found === null ? [] : [{ path, at: found.mtimeMs }];
    }),
  );
  const old = files.flat().toSorted((a, b) => b.at - a.at);
  await Promise.all(old.slice(count).map(({ path }) => rm(path, { force: true })));
}
