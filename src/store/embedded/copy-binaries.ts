import { chmod, copyFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";

import { codeOf } from "#lib/error-text";
import type { Log } from "#lib/log";

type Link = { readonly source: string; readonly target: string };

/** Development files that a running server never opens: a third of the package. */
const needless = (name: string) => name.endsWith(".a") || name === "pkgconfig";

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o755 });
  await chmod(to, 0o755);
  const entries = await readdir(from, { withFileTypes: true });
  // In parallel, because flushes then share a journal commit.
  await Promise.all(
    entries.map(async (entry) => {
      if (needless(entry.name)) return;
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) return copyTree(source, target);
      // Links are created from the package's list: an install without scripts has none.
      if (!entry.isFile()) return;
      await copyFile(source, target);
      await chmod(target, basename(from) === "bin" ? 0o755 : 0o644);
      await flush(target);
    }),
  );
}

// The rename below must not survive a power loss that the bytes did not.
async function flush(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function makeLinks(native: string, to: string): Promise<void> {
  let links: Link[];
  try {
    links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8")) as Link[];
  } catch {
    return; // The Windows package has no links.
  }
  for (const { source, target } of links) {
    const [from, at] = [source, target].map((path) => join(to, path.replace(/^native\//, ""))) as [string, string];
    await symlink(relative(dirname(at), from), at).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
  }
}

/** The copy of these binaries in `store`; null if there is none. */
export async function findCopy(native: string, store: string): Promise<string | null> {
  const names = await readdir(store).catch(() => []);
  const copies = names.filter((name) => !name.startsWith(".")).map((name) => join(store, name));
  const same = await Promise.all(
    copies.map((copy) => isSame(join(native, "bin", "postgres"), join(copy, "bin", "postgres"))),
  );
  return copies.find((_, at) => same[at]) ?? null;
}

/**
 * Copies the binaries of the npm package to `<store>/<version>`, atomically. A server must not run from `node_modules`:
 * `npm ci` would remove its libraries while it runs, its user may not be able to read the checkout, and after an
 * upgrade the old version is needed to read the old data. Nor could it run there: its libraries' links are made by an
 * install script, and we run no install scripts.
 *
 * @param native the package's `native` folder
 * @param inspect identifies what a folder with `bin` contains; null if its programs do not start
 * @returns null in that case
 */
export async function copyBinaries<Found extends { readonly version: string }>(
  native: string,
  store: string,
  inspect: (folder: string) => Promise<Found | null>,
  log: Log,
): Promise<Found | null> {
  await mkdir(store, { recursive: true });
  for (const name of await readdir(store))
    if (name.startsWith(".copy-")) await rm(join(store, name), { recursive: true, force: true });
  const scratch = await mkdtemp(join(store, ".copy-"));
  for (const part of ["bin", "lib", "share"]) await copyTree(join(native, part), join(scratch, part));
  await makeLinks(native, scratch);
  await chmod(scratch, 0o755);
  const found = await inspect(scratch);
  if (found === null) {
    await rm(scratch, { recursive: true, force: true });
    return null;
  }
  const target = join(store, found.version);
  await rm(target, { recursive: true, force: true });
  await rename(scratch, target);
  await flush(store);
  log("info", `copied PostgreSQL ${found.version} into the data folder`, { folder: target });
  return inspect(target);
}

/** Same length: enough to distinguish a rebuilt package of the same version from the copy. */
async function isSame(original: string, copy: string): Promise<boolean> {
  try {
    const [a, b] = await Promise.all([stat(original), stat(copy)]);
    return a.size === b.size;
  } catch {
    return false;
  }
}
