import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { codeOf } from "#lib/error-text";
import type { Log } from "#lib/log";

import { copyBinaries, findCopy } from "./copy-binaries.ts";
import { EmbeddedError, orUrl } from "./errors.ts";
import { run } from "./run.ts";
import type { Environment } from "./types.ts";

/** A PostgreSQL installation that starts on this machine. */
export type Binaries = {
  readonly folder: string;
  readonly version: string;
  readonly major: number;
  /** The environment its programs are started with, and nothing else: no secret of ours, no PGDATA of the user's. */
  readonly variables: Record<string, string>;
};

/** The oldest version whose SQL the service's queries are limited to. */
const oldestMajor = 15;

/** `18.4` out of `postgres (PostgreSQL) 18.4 (Debian 18.4-1)`. */
export function parseVersion(text: string): { version: string; major: number } | null {
  const found = /\(PostgreSQL\) ((\d+)(?:\.\d+|devel|beta\d+|rc\d+)?)/.exec(text);
  return found ? { version: found[1]!, major: Number(found[2]) } : null;
}

/** The PostgreSQL in a `bin` folder; null if its programs are absent or do not start on this machine. */
async function inspect(folder: string, env: Environment, issues: string[]): Promise<Binaries | null> {
  const variables: Record<string, string> = { LC_ALL: "C", PATH: folder };
  if (env.platform === "linux") variables["LD_LIBRARY_PATH"] = join(folder, "..", "lib");
  if (env.platform === "win32") variables["SystemRoot"] = process.env["SystemRoot"] ?? "C:\\Windows";
  try {
    const [output] = await Promise.all(
      ["postgres", "initdb"].map((name) => run(join(folder, name), ["--version"], { env: variables })),
    );
    const parsed = parseVersion(output!);
    return parsed && { folder, variables, ...parsed };
  } catch (error) {
    issues.push(`${folder}: ${error instanceof Error ? error.message : "does not start"}`);
    return null;
  }
}

/** From the package's own version, `18.4.0-beta.17`; null if it cannot be read: then a copy determines it. */
function packagedMajor(native: string): number | null {
  try {
    const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")) as { version: string };
    return Number.parseInt(version, 10);
  } catch {
    return null;
  }
}

/** Built for another C library, whose loader is missing: the file exists, but starting it reports that it does not. */
async function isForeign(native: string): Promise<boolean> {
  try {
    await run(join(native, "bin", "postgres"), ["--version"], { env: {} });
    return false;
  } catch (error) {
    return /^(ENOENT|ENOEXEC)$/.test(codeOf((error as Error).cause));
  }
}

const versionsIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith("."));
  } catch {
    return [];
  }
};

const newest = (found: readonly (Binaries | null)[], major: number | null): Binaries | undefined =>
  found
    .filter((one) => one !== null)
    .filter((one) => (major === null ? one.major >= oldestMajor : one.major === major))
    .sort((a, b) => b.version.localeCompare(a.version, "en", { numeric: true }))[0];

/**
 * The PostgreSQL to use: the one in the npm package (copied into the data folder first), then an earlier copy, then the
 * system's.
 *
 * @param store folder `pg/bin` that keeps the copies
 * @param major required by the existing database; null for a new one
 * @throws EmbeddedError no_binaries, version_mismatch
 */
export async function findBinaries(store: string, major: number | null, env: Environment, log: Log): Promise<Binaries> {
  const issues: string[] = [];
  if (env.npmBinaries && (major === null || [major, null].includes(packagedMajor(env.npmBinaries)))) {
    const inspectCopy = (folder: string) => inspect(join(folder, "bin"), env, issues);
    // A copy was made because it ran here, so a later start need not test the package's binaries again.
    const copy = await findCopy(env.npmBinaries, store);
    const copied =
      copy !== null
        ? await inspectCopy(copy)
        : (await isForeign(env.npmBinaries))
          ? await inspectCopy(env.npmBinaries)
          : await copyBinaries(env.npmBinaries, store, inspectCopy, log);
    if (copied && (major === null || copied.major === major)) return copied;
  }
  const copies = await Promise.all(versionsIn(store).map((name) => inspect(join(store, name, "bin"), env, issues)));
  const system = await Promise.all(env.systemBinaries.map((folder) => inspect(folder, env, [])));
  const chosen = newest(copies, major) ?? newest(system, major);
  if (chosen) return chosen;

  const seen = [...new Set(system.filter((one) => one !== null).map((one) => one.version))];
  if (major !== null)
    throw new EmbeddedError(
      "version_mismatch",
      `The database in ${store.replace(/bin$/, String(major))} was made by PostgreSQL ${major}, which is not installed here` +
        `${seen.length > 0 ? ` (found: ${seen.join(", ")})` : ""}. Install PostgreSQL ${major}; or start the ` +
        `Tidings that included it, dump the database with pg_dump and load it into the new one; ${orUrl}.`,
    );
  throw new EmbeddedError(
    "no_binaries",
    `No usable PostgreSQL was found: npm has none for ${env.platform}-${env.arch} that starts on this system, and the system has  ` +
      `none from version ${oldestMajor} on. Install the system's PostgreSQL (Alpine: apk add postgresql, Debian: apt install ` +
      `postgresql), ${orUrl}.${issues.length > 0 ? ` Tried ${issues.join("; ")}.` : ""}`,
  );
}
