import { execFileSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

import { wordpressFolder } from "./folders.ts";

/** Debian packages that make up a real site. */
const WORDPRESS_PACKAGES = "wordpress mariadb-server php-fpm php-mysql php-curl php-mbstring php-xml nginx";

/** php-fpm, whatever version Debian has. */
export const phpFpm: string | undefined = globSync("/usr/sbin/php-fpm*").toSorted().at(-1);

/** Why the tests with a real WordPress cannot run here, or null. Under CI_FULL=1 its absence is a failure. */
export const wordpressMissing: string | null = missingWordPress();

/** The same for one release. */
export function missingWordPress(release?: string): string | null {
  try {
    for (const program of ["mariadbd", "mariadb-install-db", "php", "nginx"]) {
      execFileSync("which", [program], {
        stdio: "ignore",
        env: { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin` },
      });
    }
    if (phpFpm === undefined) throw new Error("no php-fpm");
    const folder = wordpressFolder(release);
    if (existsSync(join(folder, "wp-load.php"))) return null;
    if (folder === wordpressFolder("")) throw new Error("no WordPress");
  } catch (error) {
    if (process.env["CI_FULL"] === "1") throw error;
    return `apt-get install ${WORDPRESS_PACKAGES}`;
  }
  const remedy = `test/support/wordpress/fetch.sh ${release ?? ""}`.trim();
  if (process.env["CI_FULL"] === "1") throw new Error(`no WordPress at ${wordpressFolder(release)}: ${remedy}`);
  return remedy;
}
