import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { machinePath } from "./machine-path.ts";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../../", import.meta.url));

export type Installed = {
  /** Of a project that has the package and nothing else. */
  readonly folder: string;
  /** Files of the tarball, by their path inside it. */
  readonly files: readonly string[];
  /** The environment of a command that is run there, as in a shell. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  remove(): Promise<void>;
};

/** Packs this repository, its build included, and installs the tarball into an empty folder. */
export async function installPackage(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "tidings-package-"));
  // Otherwise the database server's user could not reach its data.
  await chmod(folder, 0o755);
  await run("npm", ["pack", "--pack-destination", folder], { cwd: root, maxBuffer: 1e8 });
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz"))!;
  const { stdout } = await run("tar", ["-tzf", join(folder, tarball)], { maxBuffer: 1e8 });
  const project = join(folder, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }');
  const environment = { PATH: machinePath, HOME: process.env["HOME"] };
  const options = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...options, join(folder, tarball)], { cwd: project, env: environment, maxBuffer: 1e8 });
  return {
    folder: project,
    files: stdout
      .split("\n")
      .filter(Boolean)
      .map((name) => name.replace(/^package\//, "")),
    environment,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
