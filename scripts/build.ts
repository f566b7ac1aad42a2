import { spawnSync } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

import { clonedCommit } from "#app/version";

import { bundle } from "./bundle.ts";
import { consoleHash } from "./console-hash.ts";
import { rootFolder, writePlugin } from "./wordpress/write-plugin.ts";

/**
 * `npm run build`: creates dist/ as it is in the package: the bundle with the migrations, the library's types, the
 * WordPress plugin. Node strips no types below node_modules, so a package cannot contain src/ instead.
 */
const target = join(rootFolder, "dist");

// The plugin stays in place: tests that run at the same time as this build read it.
for (const name of await readdir(target).catch(() => [])) {
  if (!name.startsWith("tidings-wordpress.zip")) await rm(join(target, name), { recursive: true, force: true });
}
// `npm run check` has checked the types; without that, 4 s of CPU instead of 7.
const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--singleThreaded", "--noCheck"], {
  cwd: rootFolder,
  stdio: "inherit",
});
if (status !== 0) process.exit(status ?? 1);

await bundle(rootFolder, target, "outside");

// Nearer than the package's own package.json, so that in the types `#lib/ids` means dist/lib/ids.d.ts, not
// src/lib/ids.ts.
const scope = { private: true, type: "module", imports: { "#*": "./*.js" } };
await writeFile(join(target, "package.json"), `${JSON.stringify(scope, null, 2)}\n`);
// A container is built without .git.
const commit = process.env["COMMIT"] || (await clonedCommit());
await writeFile(join(target, "build.json"), `${JSON.stringify({ commit })}\n`);

const kept = await typesOf(join(target, "index.d.ts"));
const files = await readdir(target, { recursive: true });
for (const file of files.filter((name) => name.endsWith(".d.ts") && !kept.has(join(target, name)))) {
  await rm(join(target, file));
}
await writePlugin();
if ((await consoleHash(rootFolder)) !== null) await import("./build-console.ts");
console.log(`Written: ${relative(rootFolder, target)} (${files.length - kept.size} files, types of ${kept.size}).`);

/**
 * The declarations that are reachable from the entry point: the others, which no user of the library can name, would
 * make the package a third larger.
 */
async function typesOf(first: string): Promise<Set<string>> {
  const found = new Set<string>();
  const waiting = [first];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const text = await readFile(file, "utf8");
    for (const [, name = ""] of text.matchAll(/(?:from |import\()"((?:#|\.)[^"]+)"/g)) {
      const path = name.startsWith("#") ? join(target, `${name.slice(1)}.ts`) : resolve(dirname(file), name);
      waiting.push(path.replace(/\.ts$/, ".d.ts"));
    }
  }
  return found;
}
