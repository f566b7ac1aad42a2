import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { freePorts } from "../service/free-ports.ts";
import { signIn } from "./browser.ts";
import { owner, type Server, startMariaDb, startNginx, startPhp } from "./servers.ts";
import { configuration, giveTo, phpCommand } from "./site-files.ts";
import { copyInstalledSite, type SiteUsers } from "./site-template.ts";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));

/** wordpress.org, which no test reaches; and more fields than PHP accepts, sent on purpose. */
const EXPECTED = /could not establish a secure connection to WordPress\.org|PHP Request Startup: .* exceeded/;

/** Warnings of PHP 8.2 about WordPress 6.1's own files, which are older; not WordPress's warnings about its caller. */
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
    const { stdout } = await run("php", [...phpCommand(folder), "-r", before + code], {
      ...as,
      cwd: site,
      maxBuffer: 1 << 26,
    });
    return stdout;
  }

  async function open(): Promise<{ web: Server; users: SiteUsers }> {
    const users = await copyInstalledSite(folder, as, { release: options.release, permalinks, theme });
    await giveTo(as, folder);
    const database = started(await startMariaDb(folder, as));
    // wp-config.php is enough for one site; a network of sites takes over what is stored.
    database.execute(
      `update wordpress.wp_options set option_value = '${url}' where option_name in ('siteurl', 'home')`,
    );
    if (options.shop) await cp(join(here, "shop.php"), join(site, "wp-content", "mu-plugins", "shop.php"));
    const config = join(site, "wp-config.php");
    await writeFile(config, configuration(url, database.socket, join(folder, "debug.log")));
    await giveTo(as, config);
    const web = started(await startPhp(folder, as, workers));
    started(await startNginx(folder, as, port!));
    return { web, users };
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
    /** The warnings of PHP and WordPress: also in WordPress's own files, which report a plugin's mistakes. */
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
