import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const pluginFolder = fileURLToPath(new URL("../../wordpress/", import.meta.url));

/** Generated from the other files. */
export const templateName = "languages/tidings.pot";

/** The plugin's files by their path inside it, in order. */
export async function pluginFiles(): Promise<Map<string, Buffer>> {
  const entries = await readdir(pluginFolder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(pluginFolder.length))
    .toSorted();
  const contents = await Promise.all(names.map((name) => readFile(join(pluginFolder, name))));
  return new Map(names.map((name, at) => [name, contents[at]!]));
}
