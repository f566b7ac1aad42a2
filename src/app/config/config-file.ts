import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseEnv } from "node:util";

import { projectFolder } from "../project-folder.ts";
import { ConfigError } from "./config.ts";
import { settings } from "./settings.ts";
import { nearestSetting } from "./unknown-settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What `tidings.config.ts` exports as its default: settings by name. A list may be written as an array. */
export type SettingsFile = { readonly [Name in keyof typeof settings.shape]?: string | readonly string[] };

/** The environment plus the settings of the file. */
export type Settings = {
  readonly environment: Environment;
  /** Name of the file; null: there is none. */
  readonly file: string | null;
  /** Where each given setting comes from. */
  readonly sources: ReadonlyMap<string, "environment" | "file">;
  /** Settings that only a `.env` file in the folder has: it is not read, although its author expects that. */
  readonly unread: readonly string[];
};

const EXPORTED = 'must export its settings as its default: export default { TIDINGS_LISTEN: "…" }';
const NAMES = ["tidings.config.ts", "tidings.config.mjs"];
/** What somebody may have called it. Ignored, the service would start with an empty database and the sandbox. */
const NEAR_NAMES = ["js", "cjs", "mts", "cts", "json"].map((ending) => `tidings.config.${ending}`);

/**
 * Reads the settings file of a folder, if there is one. An environment variable takes precedence over it, unless it is
 * empty.
 *
 * @throws ConfigError if the file cannot be run or contains something that is not a setting; never with a value of it
 */
export async function readSettings(environment: Environment, folder: string): Promise<Settings> {
  const found = namesThere(NAMES, folder);
  if (found.length > 1) throw new ConfigError([`${found.join(" and ")} both exist: keep one`]);
  const file = found[0] ?? null;
  const ignored = file === null ? namesThere(NEAR_NAMES, folder) : [];
  if (ignored.length > 0)
    throw new ConfigError(ignored.map((name) => `${name} is not read: name it ${NAMES.join(" or ")}`));
  const given = file === null ? {} : readValues(file, await load(join(folder, file), file), EXPORTED);
  const merged: Record<string, string | undefined> = { ...environment };
  const sources = new Map<string, "environment" | "file">();
  for (const name of Object.keys(settings.shape)) {
    // A line end of a file with a secret, or of one written on Windows: TIDINGS_DATA would be another, empty folder.
    const own = environment[name]?.trim();
    if (own) {
      merged[name] = own;
      sources.set(name, "environment");
    } else if (given[name]) {
      merged[name] = given[name];
      sources.set(name, "file");
    } else if (own !== undefined) merged[name] = own;
  }
  const unread = namesIn(join(folder, ".env")).filter((name) => name in settings.shape && !sources.has(name));
  return { environment: merged, file, sources, unread };
}

/** Those that the folder has, also as a link that leads nowhere; none if this user may not enter the folder. */
function namesThere(names: readonly string[], folder: string): readonly string[] {
  try {
    return names.filter((name) => lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined);
  } catch {
    return [];
  }
}

/** The names in an environment file; none if there is no readable file. */
function namesIn(path: string): string[] {
  try {
    return Object.keys(parseEnv(readFileSync(path, "utf8")));
  } catch {
    return [];
  }
}

/**
 * A command may be started in any folder, by root too: a file that someone else put there would be run with its rights.
 *
 * @throws ConfigError
 */
function requireTrusted(path: string, name: string): void {
  if (!existsSync(path))
    throw new ConfigError([`${name} is a link to a file that does not exist, or that this user may not reach`]);
  if (process.getuid === undefined) return;
  const { uid, mode } = statSync(path);
  if ((mode & 0o002) !== 0) {
    throw new ConfigError([`${name} can be written by every user, and is run as a program: chmod o-w ${name}`]);
  }
  // Whoever owns the code can change that as well. The owner of a link can let it lead elsewhere after this.
  const trusted = new Set([0, process.getuid(), statSync(projectFolder).uid]);
  if (trusted.has(uid) && trusted.has(lstatSync(path).uid)) return;
  throw new ConfigError([
    `${name} belongs to another user, and is run as a program: it must be yours, root's, or of the owner of Tidings`,
  ]);
}

async function load(path: string, name: string): Promise<unknown> {
  requireTrusted(path, name);
  try {
    const loaded = (await import(pathToFileURL(path).href)) as { default?: unknown };
    return loaded.default;
  } catch (error) {
    // The further lines of a syntax error show the source, and with it secrets.
    const kind = error instanceof Error ? error.name : "Error";
    throw new ConfigError([`${name} could not be read (${kind}). To see why, run: node ${name}`]);
  }
}

/**
 * @param place where they were written, for sentences
 * @param form what they must be, if they are no object
 */
export function readValues(place: string, exported: unknown, form: string): Record<string, string> {
  if (typeof exported !== "object" || exported === null || Array.isArray(exported)) {
    throw new ConfigError([`${place} ${form}`]);
  }
  const known = Object.keys(settings.shape);
  const issues: string[] = [];
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(exported)) {
    const list: unknown[] = Array.isArray(value) ? value : [value];
    if (!known.includes(name)) {
      const meant = nearestSetting(name);
      issues.push(`${name} in ${place} is not a setting${meant ? `; did you mean ${meant}?` : ""}`);
    } else if (value !== undefined) {
      if (list.every((entry) => typeof entry === "string")) values[name] = list.join(",").trim();
      else
        issues.push(`${name} in ${place} must be a string${name === "TIDINGS_GATEWAY" ? "" : " or a list of strings"}`);
    }
  }
  if (issues.length > 0) throw new ConfigError(issues);
  return values;
}
