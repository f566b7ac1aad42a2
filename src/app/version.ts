import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { projectFolder } from "./project-folder.ts";

export type Version = {
  readonly version: string;
  /** The commit that the code was built from; null if unknown. */
  readonly commit: string | null;
};

/** Of the running Tidings. */
export async function readVersion(): Promise<Version> {
  const { version } = JSON.parse(await readFile(new URL("package.json", projectFolder), "utf8")) as {
    readonly version: string;
  };
  return { version, commit: (await builtCommit()) ?? (await clonedCommit()) };
}

/** "0.1.0 (a38cfd5b1c2d)". */
export function versionLine({ version, commit }: Version): string {
  return commit === null ? version : `${version} (${commit})`;
}

/** `npm run build` writes it beside the bundle. */
async function builtCommit(): Promise<string | null> {
  const file = await readFile(new URL("./build.json", import.meta.url), "utf8").catch(() => "null");
  return (JSON.parse(file) as { readonly commit: string | null } | null)?.commit ?? null;
}

/**
 * The commit of a clone. Without a `.git` of our own, git would search further up, and report the commit of a project
 * that Tidings is installed in.
 */
export async function clonedCommit(): Promise<string | null> {
  if (!existsSync(new URL(".git", projectFolder))) return null;
  const git = promisify(execFile)("git", ["rev-parse", "--short=12", "HEAD"], {
    cwd: fileURLToPath(projectFolder),
    timeout: 2_000,
  });
  return git.then(
    ({ stdout }) => stdout.trim() || null,
    // git is missing, or the clone belongs to another user and git does not trust it.
    () => null,
  );
}
