import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { pluginFiles, pluginFolder, templateName } from "./wordpress/files.ts";
import { templateOf } from "./wordpress/translations.ts";
import { zip } from "./wordpress/zip.ts";

/**
 * `npm run build:wordpress`: the companion plugin as WordPress installs it, dist/tidings-wordpress.zip, and its
 * translation template. The same files give the same bytes.
 */
const target = fileURLToPath(new URL("../dist/tidings-wordpress.zip", import.meta.url));

const files = await pluginFiles();
const template = templateOf(files);
if (files.get(templateName)?.toString() !== template) await writeFile(join(pluginFolder, templateName), template);
files.set(templateName, Buffer.from(template));
await mkdir(dirname(target), { recursive: true });
const entries = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
// Renamed when it is whole: tests that run side by side build it, too.
await writeFile(
  `${target}.${process.pid}`,
  zip(entries.map(([name, content]) => ({ name: `tidings/${name}`, content }))),
);
await rename(`${target}.${process.pid}`, target);
console.log(`Written: ${target} (${files.size} files).`);
