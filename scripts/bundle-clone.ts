import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { bundleFolder } from "../bin/clone.js";

/**
 * Before `npm start` in a clone: creates the bundle that bin/tidings.js runs, if a source has changed since the last
 * one. No failure prevents the service from starting: it then runs its sources.
 */
const root = fileURLToPath(new URL("../", import.meta.url));

const target = bundleFolder();
if (!existsSync(target)) await make().catch(() => undefined);

async function make(): Promise<void> {
  const { bundle } = await import("./bundle.ts");
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  // If two starts run at once, each writes its own bundle, and the second finds the name taken.
  const written = await mkdtemp(join(folder, "writing-"));
  try {
    // Its compile cache is beside dist/, and is removed with it.
    await bundle(root, join(written, "dist"), "inside");
    await rename(written, target);
  } finally {
    await rm(written, { recursive: true, force: true });
  }
  await removeOld(folder);
}

/** The service may still run from the last but one, and load parts of it. */
async function removeOld(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("service-"));
  const made = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })));
  for (const { name } of made.toSorted((a, b) => b.at - a.at).slice(2)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
