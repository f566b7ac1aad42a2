import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { pluginFiles, pluginFolder, templateName } from "./files.ts";
import { templateOf } from "./translations.ts";
import { zip } from "./zip.ts";

export const rootFolder = fileURLToPath(new URL("../../", import.meta.url));
const target = join(rootFolder, "dist", "tidings-wordpress.zip");

/**
 * Writes the companion plugin as WordPress installs it, and its translation template. The same files produce the same
 * bytes.
 */
export async function writePlugin(): Promise<void> {
  const files = await pluginFiles();
  const template = templateOf(files);
  if (files.get(templateName)?.toString() !== template) await writeFile(join(pluginFolder, templateName), template);
  files.set(templateName, Buffer.from(template));
  await mkdir(dirname(target), { recursive: true });
  const entries = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Renamed once it is complete: tests that run in parallel build it, too.
  const part = `${target}.${process.pid}`;
  await writeFile(part, zip(entries.map(([name, content]) => ({ name: `tidings/${name}`, content }))));
  await rename(part, target);
  console.log(`Written: ${target} (${files.size} files).`);
}
