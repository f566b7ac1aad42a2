import { execFile, execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { eventually } from "../engine/engine.ts";
import { wordpressFolder } from "./folders.ts";
import { createMariaDb, type Owner, startMariaDb } from "./servers.ts";
import { configuration, giveTo, phpCommand } from "./site-files.ts";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));

export type SiteUser = { readonly id: number; readonly user: string; readonly password: string; readonly uuid: string };
export type SiteUsers = Record<string, SiteUser>;

/** The options of an installation; all others are those of a copy when it starts. */
export type SiteKind = {
  readonly release: string | undefined;
  readonly permalinks: boolean;
  readonly theme: string;
};

/**
 * Copies an installed site with its database into `folder`. Each kind is installed once for a run of the tests, by
 * whichever file needs it first.
 */
export async function copyInstalledSite(folder: string, as: Owner, kind: SiteKind): Promise<SiteUsers> {
  const template = await templateOf(as, kind);
  // WordPress's own files are shared: nothing writes to them.
  execFileSync("cp", ["-al", join(template, "site"), join(folder, "site")]);
  execFileSync("cp", ["-a", join(template, "db"), join(folder, "db")]);
  return JSON.parse(await readFile(join(template, "users.json"), "utf8")) as SiteUsers;
}

let ownBase: Promise<string> | undefined;

/** The folder of templates: that of the run, which all of its processes share, otherwise one of this process. */
function base(): Promise<string> {
  ownBase ??= (async () => {
    const shared = process.env["TIDINGS_TEST_SITES"];
    if (shared) return shared;
    const folder = await mkdtemp(join(tmpdir(), "wordpress-templates-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    return folder;
  })();
  return ownBase;
}

async function templateOf(as: Owner, kind: SiteKind): Promise<string> {
  const name = [kind.release ?? "installed", kind.permalinks ? "permalinks" : "plain-links", kind.theme].join("-");
  const template = join(await base(), name);
  const building = `${template}.building`;
  const failed = join(building, "failed");
  try {
    await mkdir(building);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    let why: string | null = null;
    await eventually(async () => {
      why = await readFile(failed, "utf8").catch(() => null);
      return why !== null || (await hasUsers(template));
    });
    if (why !== null) throw new Error(why);
    return template;
  }
  try {
    await install(join(building, "site"), as, kind);
  } catch (error) {
    await writeFile(failed, String(error));
    throw error;
  }
  // The name `building` stays taken.
  await rename(join(building, "site"), template);
  return template;
}

const hasUsers = (template: string): Promise<boolean> =>
  readFile(join(template, "users.json")).then(
    () => true,
    () => false,
  );

async function install(folder: string, as: Owner, kind: SiteKind): Promise<void> {
  await mkdir(folder);
  await giveTo(as, folder);
  createMariaDb(folder, as);
  const database = await startMariaDb(folder, as);
  try {
    database.execute("create database wordpress");
    const site = join(folder, "site");
    // Any address: a copy has its own in wp-config.php.
    const url = "http://127.0.0.1:80";
    await copyFiles(wordpressFolder(kind.release), site);
    await writeFile(join(site, "wp-config.php"), configuration(url, database.socket, join(folder, "debug.log")));
    await giveTo(as, folder);
    const input = JSON.stringify({ url, permalinks: kind.permalinks, theme: kind.theme });
    const { stdout } = await run("php", [...phpCommand(folder), "install.php", input], { ...as, cwd: site });
    await database.shutDown();
    await rm(join(site, "wp-config.php"));
    await writeFile(join(folder, "users.json"), stdout);
  } finally {
    await database.stop();
  }
}

async function copyFiles(source: string, site: string): Promise<void> {
  // Debian links parts of it to other packages, and PHP would follow a link out of the folder.
  execFileSync("cp", ["-rL", source, site]);
  execFileSync(process.execPath, [join(root, "scripts", "build-wordpress-plugin.ts")]);
  const content = join(site, "wp-content");
  await mkdir(join(content, "mu-plugins"), { recursive: true });
  await cp(join(root, "dist", "tidings-wordpress.zip"), join(site, "tidings.zip"));
  await cp(join(here, "theme"), join(content, "themes", "plain"), { recursive: true });
  await cp(join(here, "must-use.php"), join(content, "mu-plugins", "must-use.php"));
  await cp(join(here, "install.php"), join(site, "install.php"));
}
