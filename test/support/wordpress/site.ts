import { execFile, execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { freePorts } from "../free-ports.ts";
import { signIn } from "./browser.ts";
import { type Owner, owner, type Server, startMariaDb, startNginx, startPhp } from "./servers.ts";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));

export type SiteUser = { readonly id: number; readonly user: string; readonly password: string; readonly uuid: string };

export type WordPressSite = Awaited<ReturnType<typeof startWordPress>>;

/**
 * A real WordPress of Debian's packages on a free port of loopback, with the companion from the built zip and a user of
 * each role and each capability.
 *
 * @param options.workers PHP workers, 2 unless told
 * @param options.permalinks false: everything goes by ?rest_route=
 */
export async function startWordPress(options: { workers?: number; permalinks?: boolean } = {}) {
  const { workers = 2, permalinks = true } = options;
  const folder = await mkdtemp(join(tmpdir(), "wordpress-"));
  const as = owner();
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const site = join(folder, "site");
  const servers: Server[] = [];
  const started = <S extends Server>(server: S): S => {
    servers.push(server);
    return server;
  };

  async function stop(): Promise<void> {
    for (const server of servers.toReversed()) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }

  /** Runs PHP code inside the site, as its own user; resolves with what it echoes. */
  async function php(code: string): Promise<string> {
    const before = `$_SERVER['HTTP_HOST']='127.0.0.1:${port}';$_SERVER['REQUEST_URI']='/';require 'wp-load.php';`;
    const { stdout } = await run("php", ["-r", before + code], { ...as, cwd: site, maxBuffer: 1 << 26 });
    return stdout;
  }

  async function open(): Promise<{ web: Server; users: Record<string, SiteUser> }> {
    await giveTo(as, folder);
    const [database] = await Promise.all([startMariaDb(folder, as).then(started), copyFiles(site)]);
    await writeFile(join(site, "wp-config.php"), configuration(url, database.socket, join(folder, "debug.log")));
    await giveTo(as, folder);
    const input = JSON.stringify({ url, permalinks });
    const installed = await run("php", [join(site, "install.php"), input], { ...as, cwd: site });
    const web = started(await startPhp(folder, as, workers));
    started(await startNginx(folder, as, port!));
    return { web, users: JSON.parse(installed.stdout) as Record<string, SiteUser> };
  }

  const opened = await open().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  let { web } = opened;

  return {
    url,
    folder,
    users: opened.users,
    php,
    /** Where a path of the REST API is, as a client of this site finds it. */
    api: (path: string): string =>
      permalinks ? `${url}/wp-json${path}` : `${url}/index.php?rest_route=${path.replace("?", "&")}`,
    /** Every request so far, as "GET /wp-json/… 200". */
    requests: async (): Promise<string[]> => (await readFile(join(folder, "access.log"), "utf8")).trim().split("\n"),
    signIn: (user: string) => signIn(url, user),
    /** What PHP complained about in the plugin's files. */
    async complaints(): Promise<string[]> {
      // php-fpm has a log of its own.
      const logs = ["debug.log", "php.log"].map((name) => readFile(join(folder, name), "utf8").catch(() => ""));
      return (await Promise.all(logs))
        .flatMap((log) => log.split("\n"))
        .filter((line) => line.includes("plugins/tidings") || line.includes("PHP Fatal"));
    },
    /** Of the servers' parents: database, PHP, web server. */
    pids: () => servers.filter((server) => server.runs()).map(({ pid }) => pid),
    /** PHP goes away: nginx answers 502. */
    down: () => web.stop(),
    async up(): Promise<void> {
      await rm(join(folder, "php.sock"), { force: true });
      web = started(await startPhp(folder, as, workers));
    },
    stop,
  };
}

async function giveTo(as: Owner, folder: string): Promise<void> {
  if (as.uid !== undefined) await run("chown", ["-R", `${as.uid}:${as.gid}`, folder]);
}

async function copyFiles(site: string): Promise<void> {
  // Debian links parts of it to other packages, and PHP would follow a link out of the folder.
  execFileSync("cp", ["-rL", "/usr/share/wordpress", site]);
  execFileSync(process.execPath, [join(root, "scripts", "build-wordpress-plugin.ts")]);
  const content = join(site, "wp-content");
  await mkdir(join(content, "mu-plugins"), { recursive: true });
  await Promise.all([
    cp(join(root, "dist", "tidings-wordpress.zip"), join(site, "tidings.zip")),
    cp(join(here, "theme"), join(content, "themes", "plain"), { recursive: true }),
    cp(join(here, "must-use.php"), join(content, "mu-plugins", "must-use.php")),
    cp(join(here, "install.php"), join(site, "install.php")),
  ]);
}

function configuration(url: string, socket: string, log: string): string {
  const keys = ["AUTH", "SECURE_AUTH", "LOGGED_IN", "NONCE"].flatMap((name) => [`${name}_KEY`, `${name}_SALT`]);
  const constants: Record<string, string | boolean> = {
    DB_NAME: "wordpress",
    DB_USER: "root",
    DB_PASSWORD: "",
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: "utf8mb4",
    DB_COLLATE: "",
    WP_HOME: url,
    WP_SITEURL: url,
    // Application passwords work over plain http only then.
    WP_ENVIRONMENT_TYPE: "local",
    WP_HTTP_BLOCK_EXTERNAL: true,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_DEBUG: true,
    WP_DEBUG_LOG: log,
    WP_DEBUG_DISPLAY: false,
    ...Object.fromEntries(keys.map((key) => [key, `${key} of a test`])),
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `define('${name}', ${typeof value === "string" ? `'${value}'` : String(value)});`,
  );
  return `<?php
${lines.join("\n")}
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;
}
