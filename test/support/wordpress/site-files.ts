import { execFile } from "node:child_process";
import { promisify } from "node:util";

import type { Owner } from "./servers.ts";

const run = promisify(execFile);

/** Gives a file, or a folder and all in it, to the user that the servers run as. */
export async function giveTo(as: Owner, path: string): Promise<void> {
  if (as.uid !== undefined) await run("chown", ["-R", `${as.uid}:${as.gid}`, path]);
}

/** Without a cache each run of PHP compiles all of WordPress: 0.23 s of CPU rather than 0.1 s. */
export const phpCommand = (folder: string): readonly string[] => [
  "-d",
  "opcache.enable_cli=1",
  "-d",
  "opcache.file_cache_only=1",
  "-d",
  `opcache.file_cache=${folder}`,
];

/** wp-config.php of a site at `url`. */
export function configuration(url: string, socket: string, log: string): string {
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
