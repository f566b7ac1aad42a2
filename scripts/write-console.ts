import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSED = new Set([".js", ".css", ".svg", ".json", ".webmanifest"]);
/** A smaller file fits into one packet as it is. */
const LEAST_BYTES = 1_024;

/**
 * Builds the console, with the compressed variants of its files, in a folder of its own that takes the place of
 * console/dist at the end: a service that runs meanwhile serves the old one or the new one.
 *
 * @param root the folder of package.json
 * @param hash of the sources; written into the folder
 * @returns the number of files
 */
export async function writeConsole(
  vite: Pick<typeof import("vite"), "build">,
  root: string,
  hash: string,
): Promise<number> {
  const source = join(root, "console");
  const target = join(source, "dist");
  const made = await mkdtemp(join(source, "dist-"));
  try {
    await vite.build({
      root: source,
      configFile: join(source, "vite.config.ts"),
      logLevel: "warn",
      build: { outDir: made, emptyOutDir: true },
    });
    const files = await compress(made);
    await writeFile(join(made, "sources.sha256"), hash);
    // A container runs the service as another user than the one who built it.
    await chmod(made, 0o755);
    await rm(target, { recursive: true, force: true });
    await rename(made, target);
    return files;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function compress(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const path = join(parentPath, name);
    const content = await readFile(path);
    if (!COMPRESSED.has(extname(name)) || content.length < LEAST_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
  }
  return files.length;
}
