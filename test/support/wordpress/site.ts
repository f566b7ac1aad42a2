import { execFile, execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { freePorts } from "../service/free-ports.ts";
import { signIn } from "./browser.ts";
import { wordpressFolder } from "./folders.ts";
import { type Owner, owner, type Server, startMariaDb, startNginx, startPhp } from "./servers.ts";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));

export type SiteUser = { readonly id: number; readonly user: string; readonly password: string; readonly uuid: string };

/** wordpress.org, which no test reaches; and more fields than PHP accepts, sent on purpose. */
const EXPECTED = /could not establish a secure connection to WordPress\.org|PHP Request Startup: .* exceeded/;

/** What PHP 8.2 says about WordPress 6.1's own files, which are older; not what WordPress says about its caller. */
const OF_AN_OLD_WORDPRESS = /\bDeprecated: (?!.*since version).*\/wp-(includes|admin)\//;

export type SiteOptions = {
  /** PHP workers; default: 2. */
  readonly workers?: number;
  /** False: every call uses ?rest_route=. */
  readonly permalinks?: boolean;
  /** Which WordPress: see wordpressFolder(). */
  readonly release?: string | undefined;
  /** Whether the stand-in for WooCommerce's hooks runs on it. */
  readonly shop?: boolean;
  /** Its theme; default: a plain one of our own. */
  readonly theme?: string;
};

export type WordPressSite = Awaited<ReturnType<typeof startWordPress>>;

/**
 * A real WordPress from Debian's packages on a free port of loopback, with the companion from the built zip and a user
 * of each role and each capability.
 */
export async function startWordPress(options: SiteOptions = {}) {
  const { workers = 2, permalinks = true, theme = "plain" } = options;
  const folder = await mkdtemp(join(tmpdir(), "wordpress-"));
  const as = owner();
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const site = join(folder, "site");
  // Without it each run of PHP compiles all of WordPress: 0.23 s of CPU rather than 0.1 s.
  const cli = ["-d", "opcache.enable_cli=1", "-d", "opcache.file_cache_only=1", "-d", `opcache.file_cache=${folder}`];
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
    const { stdout } = await run("php", [...cli, "-r", before + code], { ...as, cwd: site, maxBuffer: 1 << 26 });
    return stdout;
  }

  async function open(): Promise<{ web: Server; users: Record<string, SiteUser> }> {
    await giveTo(as, folder);
    const [database, copied] = await Promise.allSettled([
      startMariaDb(folder, as).then(started),
      copyFiles(wordpressFolder(options.release), site),
    ]);
    // Not before both have ended: a failure removes the folder.
    if (database.status === "rejected") throw database.reason;
    if (copied.status === "rejected") throw copied.reason;
    if (options.shop) await cp(join(here, "shop.php"), join(site, "wp-content", "mu-plugins", "shop.php"));
    await writeFile(join(site, "wp-config.php"), configuration(url, database.value.socket, join(folder, "debug.log")));
    await giveTo(as, folder);
    const input = JSON.stringify({ url, permalinks, theme });
    const installed = await run("php", [...cli, join(site, "install.php"), input], { ...as, cwd: site });
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
    /** The address of a REST API path, as a client of this site finds it. */
    api: (path: string): string =>
      permalinks ? `${url}/wp-json${path}` : `${url}/index.php?rest_route=${path.replace("?", "&")}`,
    /** Every request so far, as "GET /wp-json/… 200". */
    requests: async (): Promise<string[]> => (await readFile(join(folder, "access.log"), "utf8")).trim().split("\n"),
    signIn: (user: string) => signIn(url, user),
    /** What PHP and WordPress complained about: also in WordPress's own files, where it reports a plugin's mistakes. */
    async complaints(): Promise<string[]> {
      // php-fpm has a log of its own.
      const logs = ["debug.log", "php.log"].map((name) => readFile(join(folder, name), "utf8").catch(() => ""));
      const old = /wp_version = '6\.1/.test(await readFile(join(site, "wp-includes", "version.php"), "utf8"));
      return (await Promise.all(logs))
        .flatMap((log) => log.split("\n"))
        .filter((line) => line !== "" && !EXPECTED.test(line) && !(old && OF_AN_OLD_WORDPRESS.test(line)));
    },
    /** The servers' parent processes: database, PHP, web server. */
    pids: () => servers.filter((server) => server.runs()).map(({ pid }) => pid),
    /** PHP stops: nginx answers 502. */
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
    // Only then do application passwords work over plain http.
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
